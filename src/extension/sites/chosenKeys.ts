/** Share keys that published sites were shown with in this window: in memory only, never part of an address. */
const chosen = new Map<string, string>();

export function chosenKey(account: string, siteId: string): string | undefined {
  return chosen.get(nameOf(account, siteId));
}

/** Undefined forgets it. */
export function chooseKey(account: string, siteId: string, key: string | undefined): void {
  if (key === undefined) chosen.delete(nameOf(account, siteId));
  else chosen.set(nameOf(account, siteId), key);
}

function nameOf(account: string, siteId: string): string {
  return JSON.stringify([account, siteId]);
}
