/** The text is not a valid settings document; the message says why. */
export class SettingsTextError extends Error {
  override readonly name = 'SettingsTextError';
}

/** Someone else changed the resource since the document was read. It has been read again. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError';
}

/** The resource is no longer in any list of the server. */
export class GoneError extends Error {
  override readonly name = 'GoneError';
}
