import { fileNames } from '../../src/model/pages/fileNames.ts';
import type { LinkContext } from '../../src/model/pages/links.ts';
import { pageTree } from '../../src/model/pages/tree.ts';
import { spaceOf } from '../client/samples.ts';

/** How the functions of a room are called with a text. The name is that of the module and of the function. */
export type Calls = Readonly<Record<string, (text: string) => unknown>>;

export const tree = pageTree([
  { object: 'page', id: 'home', type: 'document', title: 'Home', path: 'home' },
  { object: 'page', id: 'other', type: 'document', title: 'Other', path: 'home/other' },
]);
export const home = tree.byId.get('home')!;
export const names = fileNames([{ object: 'file', id: 'f', name: 'a.png' }]);
export const context: LinkContext = {
  spaceId: 's',
  page: home,
  tree,
  files: names,
  spaces: [{ ...spaceOf('s'), urls: { app: 'https://app.example/s/s', published: 'https://docs.example' } }],
  treeOf: () => tree,
};

/** A text may be refused, but a stack overflow doesn't count as a refusal. */
export function refusing(read: () => unknown, kind: abstract new (...given: never[]) => Error): void {
  try {
    read();
  } catch (error) {
    if (error instanceof RangeError || !(error instanceof kind)) throw error;
  }
}
