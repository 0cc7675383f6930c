import { isDatabaseFailure, SupersededError } from '../database/database.ts';
import { errorBody, Problem } from './problems.ts';

export type Headers = Readonly<Record<string, string>>;

export function json(status: number, body: unknown, headers: Headers): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  });
}

/** What is said of something that was thrown. */
export function failure(error: unknown, headers: Headers): Response {
  const { status, message } = explained(error);
  return json(status, errorBody(status, message), headers);
}

/** A problem says what it is. What remains is ours: a disk or lock that fails us, or a mistake, neither the caller's fault. */
function explained(error: unknown): { status: number; message: string } {
  if (error instanceof Problem) return error;
  if (error instanceof SupersededError) return { status: 503, message: error.message };
  if (isDatabaseFailure(error)) return { status: 503, message: 'The data cannot be reached now. Try again later.' };
  console.error(error);
  return { status: 500, message: 'Something went wrong in the platform' };
}
