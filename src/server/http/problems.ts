/** An error of the request or a conflict with the current state: a status and a message. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const badRequest = (message: string) => new Problem(400, message);
export const forbidden = (message: string) => new Problem(403, message);
export const missing = (what: string) => new Problem(404, `${what} not found`);
export const conflict = (message: string) => new Problem(409, message);
/** The item can't be moved or transferred there. */
export const impossible = (message: string) => new Problem(412, message);
export const invalid = (field: string, message: string) => new Problem(422, `${field}: ${message}`);

/** The body of every error reply. */
export function errorBody(status: number, message: string): { error: { code: number; message: string } } {
  return { error: { code: status, message } };
}
