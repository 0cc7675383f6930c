import type { CommandTable } from '../commands/table.ts';
import { newPage } from './create.ts';
import { movePage } from './move.ts';
import { deletePage, revertPage } from './delete.ts';
import { renamePage } from './rename.ts';
import type { Uses } from '../services/services.ts';

export function pageActCommands(parts: Uses<'accounts' | 'prompts' | 'edge' | 'state' | 'stores'>) {
  return {
    'docsPlatform.writing.newPage': (given) => newPage(parts, given),
    'docsPlatform.writing.renamePage': (given) => renamePage(parts, given),
    'docsPlatform.writing.movePage': (given) => movePage(parts, given),
    'docsPlatform.writing.deletePage': (given, selected) => deletePage(parts, given, selected),
    'docsPlatform.writing.revertPage': (given, selected) => revertPage(parts, given, selected),
  } satisfies CommandTable;
}
