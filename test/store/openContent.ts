import { createChangeRequestContent } from '../../src/store/changeRequestContent/createContent.ts';
import type { ChangeRequestContentOptions } from '../../src/store/changeRequestContent/state.ts';
import { createLibrary } from '../../src/store/library/createLibrary.ts';
import type { LibraryOptions } from '../../src/store/library/state.ts';

/** The library of an account and the content of its spaces, as they are connected. */
export function openContent(parts: LibraryOptions & Omit<ChangeRequestContentOptions, 'library'>) {
  const library = createLibrary(parts);
  return { library, content: createChangeRequestContent({ ...parts, library }) };
}
