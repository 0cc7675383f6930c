import type { Api } from '../../client/api.ts';
import type { Download } from '../../client/download.ts';
import { cancellation } from '../../model/shared/failure.ts';
import { createMakeOnce } from '../shared/makeOnce.ts';
import { createEmitter } from '../shared/emitter.ts';
import { integrationActions } from './integrations.ts';
import { createOrganizationLists } from './lists.ts';
import { memberActions } from './members.ts';
import { specActions } from './specs.ts';
import { teamActions } from './teams.ts';
import { translationActions } from './translations.ts';
import type { Organizations, OrganizationsChange } from './organizations.ts';

export interface OrganizationsOptions {
  readonly api: Pick<Api, 'organizations' | 'members' | 'teams' | 'openapi' | 'translations' | 'integrations'>;
  readonly download: Download;
  /** In ms since the epoch. */
  readonly now: () => number;
  /** See `Clocks`. */
  readonly serverNow: () => number | undefined;
  readonly log: { warn(message: string): void };
  /** Waits this many ms; rejects when aborted. */
  readonly wait?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

export function createOrganizations({
  api,
  download,
  now,
  serverNow,
  log,
  wait = pass,
}: OrganizationsOptions): Organizations {
  const changed = createEmitter<OrganizationsChange>((error) =>
    log.warn(`A listener of the organizations failed: ${String(error)}`),
  );
  const lists = createOrganizationLists({ now, changed: (place) => changed.emit(place) });
  const making = createMakeOnce({ now, serverNow });
  return {
    ...memberActions(api, lists),
    ...teamActions(api, lists, making),
    ...specActions({ api, download, lists, making, wait }),
    ...translationActions(api, lists, making),
    ...integrationActions(api, lists),
    async ofEmailDomain(emailDomain, { signal } = {}) {
      return (await api.organizations.ofEmailDomain({ emailDomain }, { signal })).organizations;
    },
    deleteInvite: (organizationId, inviteId) => api.organizations.deleteInvite({ organizationId, inviteId }),
    refresh: ({ signal } = {}) => lists.refresh(signal),
    onDidChange: (listener) => changed.listen(listener),
  };
}

async function pass(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(cancellation());
    };
    if (signal?.aborted) return reject(cancellation());
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
