import type { Api } from '../../client/api.ts';
import type { ContentChange } from '../../contract/changeRequests/changeRequestContent.ts';
import { failureOf, isKind } from '../../model/shared/failure.ts';
import type { UnsentFiles } from './edits.ts';

export interface FileAbility {
  readonly api: Pick<Api, 'changeRequestContent'>;
  /** What was learned earlier. */
  readonly known: { readonly isLacking: () => boolean; readonly learnLacking: () => void };
}

/** Creates `UnsentFiles.areOffered`. */
export function createFileAbility({ api, known }: FileAbility): UnsentFiles['areOffered'] {
  let hasAnswered = false;

  return async ({ space, number }) => {
    if (known.isLacking()) return false;
    if (hasAnswered) return true;
    try {
      await api.changeRequestContent.update({
        spaceId: space,
        changeRequestId: String(number),
        body: { changes: impossible },
      });
      hasAnswered = true;
    } catch (error) {
      if (!failureOf(error)) throw error;
      if (isKind(error, 'unsupported')) return false;
      if (!isKind(error, 'invalid')) return undefined;
      hasAnswered = isAboutFiles(error.reason);
      if (!hasAnswered) known.learnLacking();
    }
    return hasAnswered;
  };
}

/**
 * A server that takes files refuses two with one reference, and says so. Another doesn't know the operation. The page that
 * doesn't exist makes sure that nothing is ever applied.
 */
const impossible: ContentChange[] = [
  {
    operation: 'insert_files',
    files: [1, 2].map((count) => ({
      name: `test-${count}.txt`,
      base64: 'MQ==',
      contentType: 'text/plain',
      ref: 'the-same-reference',
    })),
  },
  { operation: 'update_page', page: 'no-such-page', title: 'Test' },
];

function isAboutFiles(reason: { readonly code: string; readonly words?: unknown }): boolean {
  // `insert_files` itself isn't a word of its own here.
  return typeof reason.words === 'string' && /\b(?:refs?|references?|files?)\b/i.test(reason.words);
}
