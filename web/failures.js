// Why there is no answer. A refusal is an answer, and not here.

export class Failure extends Error {}

/** No token, or one that the server does not take (401). */
export class SignedOut extends Failure {}

/** The server was not reached. */
export class Offline extends Failure {}

/** It asks for patience (429, 503). */
export class Busy extends Failure {
  /** @param {number | null} seconds until it wants to be asked again, where it says so */
  constructor(seconds) {
    super();
    this.seconds = seconds;
  }
}

/** It does not know the question, or its answer is not understood. */
export class OtherVersion extends Failure {
  /** @param {string} [member] the union member that is not known here */
  constructor(member) {
    super(member);
    this.member = member;
  }
}

/** Its answer belongs to another question. */
export class Mismatch extends Failure {}

/** Anything else. */
export class ServerError extends Failure {
  /** @param {string} [incident] what the operator finds in the log */
  constructor(incident) {
    super();
    this.incident = incident;
  }
}

/**
 * @param {unknown} error anything thrown
 * @returns {Failure} itself; or for a defect of the page, which is reported, the general one
 */
export function failureOf(error) {
  if (error instanceof Failure) return error;
  reportError(error);
  return new ServerError();
}
