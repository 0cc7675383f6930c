import type { Uses } from '../../ground/services/services.ts';
import type { createTree } from '../../ground/trees/create.ts';

export interface FindContext extends Uses<'accounts' | 'edge' | 'prompts' | 'reachability' | 'state' | 'stores'> {
  /** Activation has its code already. */
  readonly createTree: typeof createTree;
}
