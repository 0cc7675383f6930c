import type { Comparison } from './comparison.ts';
import type { ConflictView } from './conflictView.ts';
import type { EditableFiles } from './editableFiles.ts';
import type { Services } from '../services/services.ts';

/** The services that sending pages needs. */
export interface SavingContext extends Services {
  readonly comparison: Comparison;
  readonly conflictView: () => Pick<ConflictView, 'mark'>;
  readonly files: () => Pick<EditableFiles, 'keepDraft' | 'show' | 'pages'>;
}
