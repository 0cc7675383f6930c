import type { Services } from '../../ground/services/services.ts';
import type { RequestFiles } from './requestFiles.ts';

/** The services that calling an endpoint needs. */
export interface CallEndpointContext extends Services {
  readonly files: () => Promise<RequestFiles>;
}
