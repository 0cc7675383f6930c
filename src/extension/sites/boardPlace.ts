/** The site that a board shows. The window stores it, so that the board is restored after a reload. */
export interface BoardPlace {
  readonly account: string;
  readonly organizationId: string;
  readonly siteId: string;
  readonly title: string;
  readonly mayChange: boolean;
}

export function boardPlaceOf(kept: unknown): BoardPlace | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { account, organizationId, siteId, title, mayChange } = kept as Partial<Record<keyof BoardPlace, unknown>>;
  const isWhole = [account, organizationId, siteId, title].every((text) => typeof text === 'string');
  return isWhole && typeof mayChange === 'boolean' ? (kept as BoardPlace) : undefined;
}
