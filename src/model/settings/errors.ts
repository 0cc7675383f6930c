/** The text is no settings document; the message says why. */
export class SettingsTextError extends Error {
  override readonly name = 'SettingsTextError';
}

/** Someone else changed the resource since the document was read; it has been read again since. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError';
}

/** The resource is in no list of the server any more. */
export class GoneError extends Error {
  override readonly name = 'GoneError';
}
