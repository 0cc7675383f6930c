/** The site that a board shows. The window stores it, so that the board is restored after a reload. */
export interface BoardPlace {
  readonly account: string;
  readonly organizationId: string;
  readonly siteId: string;
  readonly title: string;
  readonly mayChange: boolean;
}

export function boardPlaceOf(stored: unknown): BoardPlace | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { account, organizationId, siteId, title, mayChange } = stored as Partial<Record<keyof BoardPlace, unknown>>;
  const isWhole = [account, organizationId, siteId, title].every((text) => typeof text === 'string');
  return isWhole && typeof mayChange === 'boolean' ? (stored as BoardPlace) : undefined;
}
