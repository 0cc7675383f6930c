import type { CommandTable } from '../commands/table.ts';
import { newPage } from './create.ts';
import { movePage } from './move.ts';
import { deletePage, revertPage } from './delete.ts';
import { renamePage } from './rename.ts';
import type { Uses } from '../services/services.ts';

export function pageActionCommands(parts: Uses<'accounts' | 'prompts' | 'edge' | 'state' | 'stores'>) {
  return {
    'docsPlatform.editing.newPage': (given) => newPage(parts, given),
    'docsPlatform.editing.renamePage': (given) => renamePage(parts, given),
    'docsPlatform.editing.movePage': (given) => movePage(parts, given),
    'docsPlatform.editing.deletePage': (given, selected) => deletePage(parts, given, selected),
    'docsPlatform.editing.revertPage': (given, selected) => revertPage(parts, given, selected),
  } satisfies CommandTable;
}
