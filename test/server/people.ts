import { openDatabase } from '../../src/server/database/database.ts';
import { addMember, addUser } from '../../src/server/sample/members.ts';
import { serve, temporaryFolder, type Client, type Served } from './serve.ts';

const roles = {
  guest: null,
  reader: 'read',
  commenter: 'comment',
  editor: 'edit',
  reviewer: 'review',
  creator: 'create',
};
export type Person = keyof typeof roles | 'former';

export interface Peopled extends Served {
  /** The path of a public space. */
  readonly space: string;
  /** The server for one of its users; the first user is an admin. */
  readonly by: (person: Person) => Client;
}

/**
 * A local platform with a member of each role, named by it, a disabled one, and a space. It starts faster than the
 * sample.
 */
export async function servePeople(): Promise<Peopled> {
  const data = temporaryFolder();
  const served = await serve({ data });
  const { body } = await served.post(`/v1/orgs/${served.organization}/spaces`, { title: 'S' });
  const database = openDatabase(data);
  database.write(() => {
    for (const [id, role] of Object.entries({ ...roles, former: 'admin' })) {
      addUser(database, { id, displayName: id, email: `${id}@docs.example` }, 0);
      addMember(database, { organization: served.organization, user: id, role, disabled: id === 'former' }, 0);
    }
    database.run(`UPDATE spaces SET visibility = 'public' WHERE id = ?`, body.id);
  });
  database.close();
  return {
    ...served,
    space: `/v1/spaces/${body.id}`,
    by: (person) => served.as(served.platform.tokenOf(person)),
  };
}
