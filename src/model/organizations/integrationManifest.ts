/** An integration to publish (section 4.19): the body, and its name if the file contains one. */
export interface IntegrationManifest {
  readonly name: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A manifest that can't be read. The message is for users and doesn't quote the file, which may contain secrets. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError';
}

/** Reads a manifest. `name` is next to the fields of the body; `organization` defaults to the one given. */
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
