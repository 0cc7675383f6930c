/** The share keys that were used to show published sites in this window: in memory only, never part of a URI. */
const chosen = new Map<string, string>();

export function chosenKey(account: string, siteId: string): string | undefined {
  return chosen.get(nameOf(account, siteId));
}

/** Undefined removes the key. */
export function chooseKey(account: string, siteId: string, key: string | undefined): void {
  if (key === undefined) chosen.delete(nameOf(account, siteId));
  else chosen.set(nameOf(account, siteId), key);
}

function nameOf(account: string, siteId: string): string {
  return JSON.stringify([account, siteId]);
}
