import { conflict, invalid } from '../../http/problems.ts';

/** Checks a path segment that the caller chose. */
export function checkPath(path: string | undefined, isTaken: (path: string) => boolean): void {
  if (path === undefined) return;
  if (!segment.test(path)) throw invalid('body.path', 'must be letters and digits, with - . _ ~ only between them');
  if (isTaken(path)) throw conflict('body.path: is taken');
}

const segment = /^[\p{L}\p{M}\p{N}_~-]+(?:\.[\p{L}\p{M}\p{N}_~-]+)*$/u;

export function checkBasename(basename: string | undefined, isTaken: (basename: string) => boolean): void {
  if (basename === undefined) return;
  if (!segment.test(basename))
    throw invalid('body.basename', 'must be letters and digits, with - . _ ~ only between them');
  if (isTaken(basename)) throw conflict('body.basename: is used by another site of the organization');
}
