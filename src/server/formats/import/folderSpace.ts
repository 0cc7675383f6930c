import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Database } from '../../database/database.ts';
import { openFolder } from '../../../formats/import/folderFiles.ts';
import { pagesOfPlan } from '../../../formats/import/folderPages.ts';
import type { ImportSummary } from '../../../model/pages/importReport.ts';
import { writePages } from './writePages.ts';
import { planOf } from '../../../formats/import/folderPlan.ts';
import { titleOfName } from '../../../formats/import/folderTree.ts';
import { newId } from '../../../formats/ids.ts';
import { addSpace } from '../../pages/spaceWriter.ts';
import { beginningOf } from '../../../model/shared/trimmed.ts';

/** Imports a folder of Markdown as a space, and returns what it took. Undefined if that was done before. */
export function importFolder(
  database: Database,
  path: string,
  { organization, by, at }: { organization: string; by: string; at: number },
): ImportSummary | undefined {
  const real = realpathSync(path);
  return database.write(() => {
    const known = database.get('SELECT 1 FROM imports WHERE folder = ?', real);
    if (known) return undefined;
    const { space } = addSpace(database, { organization, title: spaceTitle(real), createdAt: at, by });
    const identify = () => newId();
    const plan = planOf(openFolder(real), identify);
    const read = pagesOfPlan(plan, { identify });
    writePages(database, space, read, { by, at, identify });
    database.run('INSERT INTO imports (folder, space_id) VALUES (?, ?)', real, space.id);
    return { name: basename(real), pages: plan.bySource.size, files: read.files.length, notes: read.notes };
  });
}

const longest = 50;

/** Names that every repository has: the name of the folder above says more. */
function spaceTitle(path: string): string {
  const name = basename(path);
  const isGeneral = /^(?:docs?|documentation|src|content)$/i.test(name) && basename(dirname(path)) !== '';
  return beginningOf(isGeneral ? `${titleOfName(basename(dirname(path)))} ${name}` : titleOfName(name), longest);
}
