/** What a person wants to publish (section 4.19): the body, and its name where the file says one. */
export interface IntegrationManifest {
  readonly name: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A manifest that cannot be read as one; the message is for people and quotes nothing of it: there may be secrets in it. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError';
}

/** Reads a manifest. `name` stands beside the fields of the body, and an `organization` that is left out is the one given. */
export function integrationManifest(text: string, organization: string): IntegrationManifest {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new ManifestError('This file is no JSON: check it in an editor.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ManifestError('A manifest is a JSON object with title, description, script and more.');
  }
  const { name, ...body } = value as Record<string, unknown>;
  if (name !== undefined && (typeof name !== 'string' || !/^[\w.-]{1,100}$/.test(name))) {
    throw new ManifestError('The name in this manifest is not made of letters, digits, hyphens, underscores and dots.');
  }
  return { name, body: { organization, ...body } };
}
