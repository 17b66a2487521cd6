// Who the server takes the bearer of the token for.

import { nullable, record, text } from "./readers.js";

export const DOCUMENT = `query PageCaller { caller { userId appId projectId } }`;

const callerOfToken = record({ userId: text, appId: text, projectId: nullable(text) });

/** @param {import("./client.js").DirectoryClient} client @param {AbortSignal} signal */
export async function askCaller(client, signal) {
  return callerOfToken((await client.ask(DOCUMENT, {}, signal))["caller"]);
}
