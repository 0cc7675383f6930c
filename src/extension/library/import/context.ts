import type { Services } from '../../ground/services/services.ts';

export interface ImportContext extends Services {
  /** Sources that a server refused in this session, as `<account key> <source>`. */
  readonly refusedSources: Set<string>;
}
