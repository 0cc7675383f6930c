import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Database } from '../../database/database.ts';
import { openFolder } from '../../../formats/import/folderFiles.ts';
import { writePlan } from './writePages.ts';
import { planOf } from '../../../formats/import/folderPlan.ts';
import { titleOfName } from '../../../formats/import/folderTree.ts';
import { newId } from '../../../formats/ids.ts';
import { addSpace } from '../../pages/spaceWriter.ts';
import { beginningOf } from '../../../model/shared/trimmed.ts';

/** Imports a folder of Markdown as a space, unless that was done before. Returns the space's id. */
export function importFolder(
  database: Database,
  path: string,
  { organization, by, at }: { organization: string; by: string; at: number },
): string {
  const real = realpathSync(path);
  return database.write(() => {
    const known = database.get<{ space_id: string }>('SELECT space_id FROM imports WHERE folder = ?', real);
    if (known) return known.space_id;
    const { space } = addSpace(database, { organization, title: spaceTitle(real), createdAt: at, by });
    const identify = () => newId();
    writePlan(database, space, planOf(openFolder(real), identify), { by, at, identify });
    database.run('INSERT INTO imports (folder, space_id) VALUES (?, ?)', real, space.id);
    return space.id;
  });
}

const longest = 50;

/** `docs` says nothing, so the parent folder's name is used. */
function spaceTitle(path: string): string {
  const name = basename(path);
  const isGeneral = /^(?:docs?|documentation|src|content)$/i.test(name) && basename(dirname(path)) !== '';
  return beginningOf(isGeneral ? `${titleOfName(basename(dirname(path)))} ${name}` : titleOfName(name), longest);
}
