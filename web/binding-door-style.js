import { sheet } from "./dom.js";

export const DOOR = sheet(`
:host { max-width: 36rem; margin-inline: auto; }
.door { padding: 1.5rem; border: 1px solid var(--line); border-radius: 0.875rem; background: var(--paper); }
.door .message { padding: 1.25rem 0 0.75rem; }
.door h2 { outline: none; }
.session { margin-top: 1.25rem; padding: 0.75rem 1rem; border-radius: 0.625rem; background: var(--hover); text-align: start; }
.session .label { font-size: 0.8125rem; color: var(--quiet); }
.session .title { font-weight: 600; font-size: 1.0625rem; }
.session .where { font-size: 0.8125rem; color: var(--quiet); }
.session time { color: var(--quiet); }
.session .facts { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin-top: 0.375rem; font-size: 0.875rem; }
.details { margin-top: 1.25rem; padding-top: 0.75rem; border-top: 1px solid var(--line); font-size: 0.8125rem; color: var(--quiet);
  display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.125rem 0.75rem; text-align: start; }
.how { margin-top: 1rem; padding: 0.75rem 1rem; border-radius: 0.625rem; background: var(--accent-soft); text-align: start; }
.how p { margin: 0; color: var(--ink); }
.how pre { margin: 0.5rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.8125rem; }
.how label { display: block; font-size: 0.875rem; }
.how .field { display: flex; gap: 0.5rem; margin-top: 0.375rem; }
.how input { flex: 1; min-width: 0; padding: 0.4375rem 0.625rem; border: 1px solid var(--quiet); border-radius: 0.5rem; background: var(--paper); }
.wait { width: 1.75rem; height: 1.75rem; margin: 0 auto 1rem; border: 3px solid var(--line); border-top-color: var(--accent);
  border-radius: 50%; animation: turn 1s linear infinite; }
@keyframes turn { to { rotate: 1turn; } }
`);
