import type { Comparison } from './comparison.ts';
import type { ConflictView } from './conflictView.ts';
import type { EditableFiles } from './editableFiles.ts';
import type { WritingParts } from './shared/parts.ts';

/** What sending pages is made of. */
export interface SavingParts extends WritingParts {
  readonly comparison: Comparison;
  readonly conflictView: () => Pick<ConflictView, 'mark'>;
  readonly files: () => Pick<EditableFiles, 'keepDraft' | 'show' | 'pages'>;
}
