import type { Api } from '../../client/api.ts';
import type { Download } from '../../client/download.ts';
import type { OpenApiSpec } from '../../contract/organizations/openapi.ts';
import { failureOf, instead, isKind } from '../../model/shared/failure.ts';
import { mayComeOf, type MakeOnce } from '../shared/makeOnce.ts';
import type { OrganizationLists } from './lists.ts';
import type { Organizations, OrganizationsChange, SpecAddress } from './organizations.ts';

type SpecActions = Pick<
  Organizations,
  | 'specs'
  | 'versions'
  | 'hasSpec'
  | 'createSpec'
  | 'readSpecFrom'
  | 'deleteSpec'
  | 'settled'
  | 'version'
  | 'versionText'
>;

export interface SpecsContext {
  readonly api: Pick<Api, 'openapi'>;
  readonly download: Download;
  readonly lists: OrganizationLists;
  readonly making: MakeOnce;
  /** Waits this many ms; rejects when aborted. */
  readonly wait: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** Pause before the second poll of a specification, in ms; each later pause is longer. */
const firstPause = 500;
const longestPause = 15_000;

/** Section 4.14 of the API document. */
export function specActions({ api, download, lists, making, wait }: SpecsContext): SpecActions {
  const watches = new Map<string, Promise<OpenApiSpec>>();

  async function learn(organizationId: string, spec: OpenApiSpec): Promise<OpenApiSpec> {
    await lists.learn(specsOf(organizationId), spec);
    return spec;
  }

  async function watch(at: SpecAddress, isWatched: () => boolean, signal: AbortSignal | undefined) {
    for (let pause = firstPause; ; pause = Math.min(longestPause, pause * 1.5)) {
      const spec = isWatched() ? await look(at, signal) : undefined;
      if (spec && isSettled(spec)) {
        await lists.renew(versionsOf(at), signal);
        return spec;
      }
      await wait(pause, signal);
    }
  }

  /** Undefined after temporary errors; throws if the specification is missing or forbidden. */
  async function look(at: SpecAddress, signal: AbortSignal | undefined): Promise<OpenApiSpec | undefined> {
    try {
      return await learn(at.organizationId, await api.openapi.get(at, { signal }));
    } catch (error) {
      if (isKind(error, 'unavailable', 'throttled')) return undefined;
      if (isKind(error, 'missing')) await lists.renew(specsOf(at.organizationId), signal);
      throw error;
    }
  }

  return {
    specs: (organizationId) =>
      lists.list(specsOf(organizationId), {}, (page, signal) =>
        api.openapi.list({ organizationId, limit: 200, ...(page !== undefined && { page }) }, { signal }),
      ),
    versions: (at) =>
      lists.list(versionsOf(at), {}, (page, signal) =>
        api.openapi.versions({ ...at, limit: 200, ...(page !== undefined && { page }) }, { signal }),
      ),
    hasSpec: (at, { signal } = {}) => api.openapi.get(at, { signal }).then(() => true, instead(false, 'missing')),
    async createSpec(organizationId, slug, source) {
      const spec = await making({
        key: JSON.stringify(['spec', organizationId, slug, source]),
        cached: [],
        create: () => api.openapi.create({ organizationId, body: { slug, source } }),
        async find(attempt) {
          const present = await api.openapi
            .get({ organizationId, specSlug: slug })
            .catch(instead(undefined, 'missing'));
          return present && mayComeOf(attempt, present) ? [present] : [];
        },
      });
      await lists.renew(specsOf(organizationId));
      return spec;
    },
    async readSpecFrom(at, source) {
      return learn(at.organizationId, await api.openapi.put({ ...at, body: { source } }));
    },
    async deleteSpec(at, id) {
      await api.openapi.delete(at);
      lists.drop(specsOf(at.organizationId), id);
    },
    async settled(at, { signal, isWatched } = {}) {
      // A caller that waits for the result must not depend on callers that only watch.
      if (!isWatched) return watch(at, () => true, signal);
      const key = JSON.stringify([at.organizationId, at.specSlug]);
      const running = watches.get(key) ?? watch(at, isWatched, signal).finally(() => watches.delete(key));
      watches.set(key, running);
      return running;
    },
    version: (at, versionId, { signal } = {}) =>
      versionId === undefined
        ? api.openapi.latestVersion(at, { signal })
        : api.openapi.version({ ...at, versionId }, { signal }),
    async versionText(at, versionId, { signal } = {}) {
      const { filesystem, url } =
        versionId === undefined
          ? await api.openapi.latestContent(at, { signal })
          : await api.openapi.versionContent({ ...at, versionId }, { signal });
      const text = textIn(filesystem);
      if (text !== undefined) return text;
      return pretty(new TextDecoder().decode(await download(url ?? '', { signal })));
    },
  };
}

export function isSettled({ processingState }: OpenApiSpec): boolean {
  return processingState !== 'pending' && processingState !== 'progress';
}

/** The only file of a version, or all files as one text; undefined if there is none. */
function textIn(filesystem: unknown): string | undefined {
  if (typeof filesystem !== 'object' || filesystem === null) return undefined;
  const files: unknown[] = Object.values(filesystem);
  if (files.length === 0) return undefined;
  const [document] = files.length === 1 ? files : [filesystem];
  return typeof document === 'string' ? pretty(document) : `${JSON.stringify(document, undefined, 2)}\n`;
}

/** Indents JSON, which is unreadable on one line; other text stays unchanged. */
function pretty(text: string): string {
  try {
    return `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`;
  } catch (error) {
    if (failureOf(error) ?? !(error instanceof SyntaxError)) throw error;
    return text;
  }
}

function specsOf(organizationId: string): OrganizationsChange {
  return { list: 'specs', organizationId };
}

function versionsOf({ organizationId, specSlug }: SpecAddress): OrganizationsChange {
  return { list: 'versions', organizationId, within: specSlug };
}
