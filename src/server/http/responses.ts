import { isDatabaseFailure, SupersededError } from '../database/database.ts';
import { errorBody, Problem } from './problems.ts';

export type Headers = Readonly<Record<string, string>>;

export function json(status: number, body: unknown, headers: Headers): Response {
  return jsonText(status, JSON.stringify(body), headers);
}

export function jsonText(status: number, body: string, headers: Headers): Response {
  return new Response(body, {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  });
}

/** The reply to something that was thrown. */
export function failure(error: unknown, headers: Headers): Response {
  const { status, message } = explained(error);
  return json(status, errorBody(status, message), headers);
}

/** A Problem has its own status and message. Other errors are the server's: a disk or lock that failed, or a bug. */
function explained(error: unknown): { status: number; message: string } {
  if (error instanceof Problem) return error;
  if (error instanceof SupersededError) return { status: 503, message: error.message };
  if (isDatabaseFailure(error)) return { status: 503, message: "The data can't be read right now. Try again later." };
  console.error(error);
  return { status: 500, message: 'Something went wrong on the server' };
}
