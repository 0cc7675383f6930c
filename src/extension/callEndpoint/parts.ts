import type { Services } from '../services/services.ts';
import type { RequestFiles } from './requestFiles.ts';

/** What calling any endpoint needs of the rest. */
export interface CallEndpointParts extends Services {
  readonly files: () => Promise<RequestFiles>;
}
