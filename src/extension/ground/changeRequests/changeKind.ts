import type { PageChange } from '../../../model/changeRequests/changes.ts';
import type { FileChange } from '../../../store/content/content.ts';

/** The kinds of changes that VS Code's version control shows. `renamed` includes moved pages. */
export type ChangeKind = 'added' | 'modified' | 'renamed' | 'deleted';

export function kindOfChange(change: PageChange | FileChange): ChangeKind {
  if ('kind' in change) return change.kind === 'edited' ? 'modified' : change.kind === 'removed' ? 'deleted' : 'added';
  if (!change.before) return 'added';
  if (!change.after) return 'deleted';
  return change.isMoved || change.isRenamed ? 'renamed' : 'modified';
}
