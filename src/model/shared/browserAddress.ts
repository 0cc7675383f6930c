/**
 * The first URL that a browser can open: the one in the server's own app, else the published one. http and https only.
 */
export function browserAddressOf(urls: Readonly<Record<string, unknown>> | null | undefined): string | undefined {
  const addresses = ['app', 'published', 'public'].map((name) => urls?.[name]);
  return addresses.find((address): address is string => typeof address === 'string' && /^https?:\/\//i.test(address));
}
