import type { CommandTable } from '../commands/commandTable.ts';
import { newPage } from './newPage.ts';
import { movePage } from './movePage.ts';
import type { PageActParts } from './pageActParts.ts';
import { deletePage, revertPage } from './removePage.ts';
import { renamePage } from './renamePage.ts';

export function pageActCommands(parts: PageActParts) {
  return {
    'docsPlatform.writing.newPage': (given) => newPage(parts, given),
    'docsPlatform.writing.renamePage': (given) => renamePage(parts, given),
    'docsPlatform.writing.movePage': (given) => movePage(parts, given),
    'docsPlatform.writing.deletePage': (given, selected) => deletePage(parts, given, selected),
    'docsPlatform.writing.revertPage': (given, selected) => revertPage(parts, given, selected),
  } satisfies CommandTable;
}
