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
      if (hasAnswered) return true;
      // Any other refusal, such as one of a proxy, says nothing about files.
      if (!isAboutOperation(error.reason)) return undefined;
      known.learnLacking();
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

interface Refusal {
  readonly code: string;
  readonly words?: unknown;
}

/** The operation by its name, or by its place in the request: `changes.0`, `changes[0]`, or `changes/0`. */
function isAboutOperation({ words }: Refusal): boolean {
  return typeof words === 'string' && /insert_files|\bchanges(?:\.|\[|\/)0\b/i.test(words);
}

function isAboutFiles(reason: Refusal): boolean {
  // `insert_files` itself isn't a word of its own here.
  return typeof reason.words === 'string' && /\b(?:refs?|references?|files?)\b/i.test(reason.words);
}
