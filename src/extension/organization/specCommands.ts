import * as vscode from 'vscode';
import type { OpenApiSpec, OpenApiSpecVersion } from '../../contract/organizations/openapi.ts';
import { problemOfSlug, problemOfSourceAddress } from '../../model/organizations/limits.ts';
import { failureOf } from '../../model/shared/failure.ts';
import { titleText } from '../../model/shared/titleText.ts';
import { openText, versionUri, type Reread } from './documents.ts';
import { dateInWords } from '../ground/words/dates.ts';
import { showProgress } from '../ground/messages/show.ts';
import type { OrganizationRow } from './rows.ts';
import { confirm, mention, pickOrganization, say, type InOrganization } from './picking.ts';
import { chooseSource } from './specSources.ts';
import { specProblems, specStateInWords } from './words.ts';
import { quoting } from '../ground/words/replies.ts';
import type { Uses } from '../ground/services/services.ts';

export async function createSpec(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  row: OrganizationRow | undefined,
  reread: Reread,
): Promise<void> {
  const title = vscode.l10n.t('Select an organization for the OpenAPI specification');
  const picked = await pickOrganization(parts, row, title, 'createOpenAPISpec');
  if (!picked) return;
  const { organizations, organization } = picked;
  const asked = { title: vscode.l10n.t('Create OpenAPI Specification') };
  const source = await chooseSource(vscode.l10n.t('Choose a source for the OpenAPI specification'));
  if (!source) return;
  if (source !== 'address') {
    const spec = await parts.prompts.ask({
      ...asked,
      ...slugBox(),
      isAction: true,
      async accept(text) {
        const slug = text.trim();
        const problem = problemOfSlug(slug);
        if (problem !== undefined) return { problem };
        return { value: await organizations.createSpec(organization.id, slug, source) };
      },
    });
    if (spec) await reportOutcome(parts, { ...picked, spec }, reread);
    return;
  }
  const slug = await parts.prompts.ask({
    ...asked,
    ...slugBox(),
    step: { number: 1, of: 2 },
    async accept(text, signal) {
      const slug = text.trim();
      const problem = problemOfSlug(slug) ?? (await problemOfTaken(picked, slug, signal));
      return problem === undefined ? { value: slug } : { problem };
    },
  });
  if (slug === undefined) return;
  const spec = await parts.prompts.ask({
    ...asked,
    prompt: vscode.l10n.t('URL that the server reads the specification from'),
    placeholder: 'https://example.com/openapi.json',
    step: { number: 2, of: 2 },
    isAction: true,
    async accept(text) {
      const url = text.trim();
      const problem = problemOfSourceAddress(url);
      if (problem !== undefined) return { problem };
      return { value: await organizations.createSpec(organization.id, slug, { url }) };
    },
  });
  if (spec) await reportOutcome(parts, { ...picked, spec }, reread);
}

/**
 * Checks the slug before asking for the URL, so that the user doesn't type that twice. What can't be checked now is
 * found when the specification is created.
 */
async function problemOfTaken(
  { organizations, organization }: InOrganization,
  slug: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const isTaken = await organizations
    .hasSpec({ organizationId: organization.id, specSlug: slug }, { signal })
    .catch((error: unknown) => {
      if (!failureOf(error)) throw error;
      return false;
    });
  if (!isTaken) return undefined;
  return vscode.l10n.t(
    'The specification “{0}” already exists. Enter another slug, or update the existing specification.',
    slug,
  );
}

function slugBox() {
  return { prompt: vscode.l10n.t('Slug, the name that pages use for the specification'), placeholder: 'rest-api' };
}

/** Reads the URL again even if the user leaves it unchanged. */
export async function updateSpec(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  picked: PickedSpec,
  reread: Reread,
): Promise<void> {
  const { organizations, spec } = picked;
  const source = await chooseSource(vscode.l10n.t('Choose a source to update “{0}”', titleText(spec.slug)));
  if (!source) return;
  if (source !== 'address') {
    const sent = await organizations.readSpecFrom(addressOf(picked), source);
    await reportOutcome(parts, { ...picked, spec: sent }, reread);
    return;
  }
  const updated = await parts.prompts.ask({
    title: vscode.l10n.t('Update “{0}”', titleText(spec.slug)),
    prompt: vscode.l10n.t('URL that the server reads the specification from'),
    placeholder: 'https://example.com/openapi.json',
    value: spec.sourceURL ?? '',
    isAction: true,
    async accept(text) {
      const url = text.trim();
      const problem = problemOfSourceAddress(url);
      return problem === undefined
        ? { value: await organizations.readSpecFrom(addressOf(picked), { url }) }
        : { problem };
    },
  });
  if (updated) await reportOutcome(parts, { ...picked, spec: updated }, reread);
}

/** How long the result is awaited, in ms: a platform may never report one. */
const longestWait = 10 * 60_000;

/** Waits in the background until the platform has read the specification, and reports the result. */
async function reportOutcome(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  picked: PickedSpec,
  reread: Reread,
): Promise<void> {
  const { organizations } = picked;
  const name = titleText(picked.spec.slug);
  const progress = {
    location: vscode.ProgressLocation.Window,
    title: vscode.l10n.t('Reading “{0}”…', name),
  };
  const at = addressOf(picked);
  const spec = await showProgress(progress, () =>
    organizations.settled(at, { signal: AbortSignal.timeout(longestWait) }).catch((error: unknown) => {
      const kind = failureOf(error)?.kind;
      if (kind === 'cancelled' || kind === 'missing') return kind;
      throw error;
    }),
  );
  if (spec === 'missing') return say(vscode.l10n.t('“{0}” was deleted before the server had read it.', name));
  if (spec === 'cancelled')
    return say(vscode.l10n.t('The server is still reading “{0}”. Its row shows when it is done.', name));
  const problem = specStateInWords(spec);
  if (problem !== undefined) {
    const again = vscode.l10n.t('Update…');
    const answer = await parts.prompts.choose({
      severity: 'warning',
      message: [quoting(vscode.l10n.t('“{0}”: {1}.', name, problem), firstProblem(spec)), ...helpWith(spec)].join(' '),
      actions: [again],
    });
    if (answer === again) await updateSpec(parts, { ...picked, spec }, reread);
    return;
  }
  const open = vscode.l10n.t('Open');
  const version = await organizations.version(at);
  const answer = await parts.prompts.choose({
    message: quoting(
      vscode.l10n.t(
        'Updated “{0}”. Its latest version is from {1}.',
        name,
        dateInWords(version.createdAt) ?? version.id,
      ),
      firstProblem(spec),
    ),
    actions: [open],
  });
  if (answer === open) await openText(parts, versionUri(picked.account, at, version.id), reread);
}

/** The row's tooltip names more. */
function firstProblem(spec: OpenApiSpec): string | undefined {
  return specProblems(spec)[0];
}

/** Actions that help when a URL couldn't be read. */
function helpWith({ lastProcessErrorCode: code }: OpenApiSpec): string[] {
  if (code !== 'FETCH_ERROR' && code !== 'FETCH_TIMEOUT') return [];
  return [
    vscode.l10n.t('The server itself must be able to reach the URL. If only your own network can, update with a file.'),
  ];
}

/** Opens the row's version read-only, or the latest version of its specification. */
export async function openVersion(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  picked: PickedSpec,
  reread: Reread,
): Promise<void> {
  await openText(parts, versionUri(picked.account, addressOf(picked), picked.version?.id), reread);
}

/** Requested again each time, because it may expire (section 2.13). */
export async function copyVersionAddress(picked: PickedSpec): Promise<void> {
  const { url } = await picked.organizations.version(addressOf(picked), picked.version?.id);
  await vscode.env.clipboard.writeText(url);
  mention(vscode.l10n.t('Link copied. It may expire.'));
}

export async function deleteSpec(parts: Uses<'prompts'>, picked: PickedSpec): Promise<void> {
  const name = titleText(picked.spec.slug);
  const isSure = await confirm(parts, {
    message: vscode.l10n.t('Delete the OpenAPI specification “{0}”?', name),
    detail: vscode.l10n.t("This deletes all of its versions, and pages no longer show it. This can't be undone."),
    action: vscode.l10n.t('Delete'),
  });
  if (!isSure) return;
  await picked.organizations.deleteSpec(addressOf(picked), picked.spec.id);
  mention(vscode.l10n.t('Deleted the OpenAPI specification “{0}”.', name));
}

export interface PickedSpec extends InOrganization {
  readonly spec: OpenApiSpec;
  readonly version?: OpenApiSpecVersion;
}

function addressOf({ organization, spec }: PickedSpec) {
  return { organizationId: organization.id, specSlug: spec.slug };
}
