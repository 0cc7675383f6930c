import type { Uses } from '../services/services.ts';

export type FindContext = Uses<'accounts' | 'edge' | 'prompts' | 'reachability' | 'state' | 'stores'>;
