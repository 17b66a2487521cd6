// Why there is no answer. A refusal is an answer, and not here.
//
//   Failure
//   ├── SignedOut      no token, or one that the server does not take (401)
//   ├── Offline        the server was not reached
//   ├── Busy           it asks for patience (429, 503)
//   ├── OtherVersion   it does not know the question, or its answer is not understood
//   ├── Mismatch       its answer belongs to another question
//   └── ServerError    anything else

export class Failure extends Error {}

export class SignedOut extends Failure {}

export class Offline extends Failure {}

export class Busy extends Failure {
  /** @param {number | null} seconds until it wants to be asked again, where it says so */
  constructor(seconds) {
    super();
    this.seconds = seconds;
  }
}

export class OtherVersion extends Failure {
  /** @param {string} [member] the union member that is not known here */
  constructor(member) {
    super(member);
    this.member = member;
  }
}

export class Mismatch extends Failure {}

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
