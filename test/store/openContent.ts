import { createContents } from '../../src/store/content/createContents.ts';
import type { ContentsOptions } from '../../src/store/content/state.ts';
import { createLibrary } from '../../src/store/library/createLibrary.ts';
import type { LibraryOptions } from '../../src/store/library/state.ts';

/** The library of an account and the content of its spaces, as they are connected. */
export function openContent(parts: LibraryOptions & Omit<ContentsOptions, 'library'>) {
  const library = createLibrary(parts);
  return { library, content: createContents({ ...parts, library }) };
}
