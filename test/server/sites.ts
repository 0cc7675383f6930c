import assert from 'node:assert/strict';
import { serve, type Json, type Served } from './serve.ts';

/** A local platform with an app URL, so that published URLs and share links have one. */
export async function serveSites(): Promise<Served & { readonly org: string }> {
  const served = await serve({ appUrl: 'https://app.example' });
  return { ...served, org: `/v1/orgs/${served.organization}` };
}

/** Creates spaces with these titles and returns their ids. */
export async function spacesNamed(served: Served, ...titles: string[]): Promise<string[]> {
  const ids = [];
  for (const title of titles) ids.push((await made(served, `/v1/orgs/${served.organization}/spaces`, { title })).id);
  return ids;
}

/** Posts, expects 201, and returns the created resource. */
export async function made(served: Served, path: string, body: object = {}): Promise<Json> {
  const reply = await served.post(path, body);
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  return reply.body;
}

/** A site with spaces of these titles at its root: the site's API path, and ids of the site spaces. */
export async function rootSite(served: Served, ...titles: string[]) {
  const spaces = await spacesNamed(served, ...titles);
  const sites = `/v1/orgs/${served.organization}/sites`;
  const { id } = await made(served, sites, { title: 'Docs', spaces });
  const site = `${sites}/${id}`;
  const { body } = await served.get(`${site}/site-spaces`);
  return { id, site, spaces, siteSpaces: body.items.map((item) => item.id) };
}

/** A site with sections of these titles, each with one space. */
export async function sectionSite(served: Served, ...titles: string[]) {
  const sites = `/v1/orgs/${served.organization}/sites`;
  const { id } = await made(served, sites, { title: 'Docs' });
  const site = `${sites}/${id}`;
  const sections: string[] = [];
  const spaces = await spacesNamed(served, ...titles);
  for (const spaceId of spaces) sections.push((await made(served, `${site}/sections`, { spaceId })).id);
  return { id, site, spaces, sections };
}

/** The titles, or another field, of a list's items, in order. */
export async function listed(served: Pick<Served, 'get'>, path: string, field = 'title'): Promise<unknown[]> {
  const { status, body } = await served.get(path);
  assert.equal(status, 200, JSON.stringify(body));
  return body.items.map((item) => item[field]);
}
