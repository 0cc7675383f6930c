import * as vscode from 'vscode';
import type { CommentsPlace } from '../../../model/comments/place.ts';
import { meantMentions, type Mention, type MentionSign } from '../../../model/comments/mentions.ts';
import { markdownLink, plainMarkdown } from '../../../model/text/markdownLink.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { Account } from '../services/accounts.ts';
import type { Uses } from '../services/services.ts';

type Parts = Uses<'edge' | 'stores'>;

/**
 * What a comment at this place can mention: the people who comment there and the members of the organization, or the
 * change requests of the space. Everything is loaded at the first use, and cached by the stores.
 */
export async function mentionsAt(
  parts: Parts,
  { account, place }: { readonly account: Account; readonly place: CommentsPlace },
  { sign, written }: { readonly sign: MentionSign; readonly written: string },
  most: number,
): Promise<readonly Mention[]> {
  const all = await (sign === '@' ? people(parts, account, place, written) : changeRequests(parts, account, place));
  return meantMentions(all, written, most);
}

/** The API has no mentions, so a name is plain text. */
async function people(
  { stores, edge }: Parts,
  account: Account,
  place: CommentsPlace,
  written: string,
): Promise<Mention[]> {
  const [threads, library, organizations] = await Promise.all([
    stores(account).comments(),
    stores(account).library(),
    stores(account).organizations(),
  ]);
  const members = async () => {
    const { organization } = await library.space(place.space);
    const list = await organizations.members(organization).load();
    // A long list is searched by the server.
    const search = written.trim();
    return list.hasMore && search !== '' ? organizations.members(organization, { search }).load() : list;
  };
  const [commenting, listed] = await Promise.all([
    threads.of(place).people(),
    members().then(
      ({ items }) => items,
      (error: unknown) => {
        // Not everyone may list the members.
        edge.note('Members to mention', error);
        return [];
      },
    ),
  ]);
  const found = new Map<string, Mention>();
  for (const { id, name } of commenting) found.set(id ?? name, person(name, ''));
  for (const { id, user } of listed) {
    const name = user?.displayName?.trim();
    if (name) found.set(id, person(name, user?.email ?? ''));
  }
  return [...found.values()];
}

function person(name: string, description: string): Mention {
  const label = titleText(name);
  return { label, description, insert: `@${plainMarkdown(name)} ` };
}

/** A link if the server says where the change request is in the browser. */
async function changeRequests({ stores }: Parts, account: Account, place: CommentsPlace): Promise<Mention[]> {
  const [library, all] = await Promise.all([stores(account).library(), stores(account).changeRequests()]);
  const space = await library.space(place.space);
  const open = await all.having(['open', 'draft'], space);
  const known = all.all().filter((each) => each.space.id === place.space);
  const found = new Map([...open, ...known].map(({ changeRequest }) => [changeRequest.number, changeRequest]));
  return [...found.values()]
    .sort((one, other) => other.number - one.number)
    .map(({ number, subject, urls }) => {
      const label = `#${number}`;
      const address = urls?.app ?? '';
      return {
        label,
        description: titleText(subject ?? '') || vscode.l10n.t('Untitled'),
        insert: `${/^https?:/.test(address) ? markdownLink(label, address) : label} `,
      };
    });
}
