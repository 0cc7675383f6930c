import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../src/extension.ts';
import { spaceId } from '../../src/server/sample/seeding.ts';
import { changeRequestRow, type ShownChangeRequestRow } from './changeRequestRows.ts';
import type { ServedPlatform } from './servedPlatform.ts';

/** The space of these change requests. */
export const space = spaceId('operator-handbook');

export interface PageJson {
  readonly id: string;
  readonly title: string;
  readonly slug?: string;
  readonly path?: string;
  readonly pages?: PageJson[];
}

interface CurrentChangeRequest {
  readonly testing: Testing;
  readonly platform: ServedPlatform;
  readonly account: Account;
  readonly subject: string;
  readonly number: number;
}

/** What the platform has of a change request, and what the view shows of it. */
export function pagesOf(current: () => CurrentChangeRequest) {
  const path = () => `/spaces/${space}/change-requests/${current().number}`;

  async function json<Body>(method: string, path: string, body?: object): Promise<Body> {
    const response = await current().platform.call(method, path, body);
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`);
    return (await response.json()) as Body;
  }

  const change = (...changes: object[]) => json<{ inserted: string[] }>('POST', `${path()}/content`, { changes });

  /** Adds pages as one revision, and returns the id of the first one. */
  async function insert(titles: readonly string[], into?: string): Promise<string> {
    const pages = titles.map((title) => ({ title, document: { markdown: `Text of ${title}.` } }));
    const { inserted } = await change(
      ...pages.map((page) => ({ operation: 'insert_page', ...page, ...(into && { into }) })),
    );
    return inserted[0] ?? assert.fail();
  }

  async function tree(): Promise<PageJson[]> {
    return (await json<{ pages: PageJson[] }>('GET', `${path()}/content/pages`)).pages;
  }

  async function everyPage(): Promise<PageJson[]> {
    const flat = (page: PageJson): PageJson[] => [page, ...(page.pages ?? []).flatMap(flat)];
    return (await tree()).flatMap(flat);
  }

  async function textOf(id: string): Promise<string> {
    return (await json<{ markdown?: string }>('GET', `${path()}/content/page/${id}?format=markdown`)).markdown ?? '';
  }

  async function pageNamed(title: string): Promise<PageJson> {
    const found = (await everyPage()).find((page) => page.title === title);
    return found ?? assert.fail(`There is no page ${title}`);
  }

  /** The row of the change request, or one below it. */
  const row = (...labels: string[]): Promise<ShownChangeRequestRow> =>
    changeRequestRow(current().testing, 'Drafts', current().subject, ...labels);

  return {
    json,
    change,
    insert,
    tree,
    everyPage,
    textOf,
    pageNamed,
    row,
    /** Adds A with subpages B and C, and D. */
    insertPages: async (): Promise<void> => {
      const a = await insert(['Page A', 'Page D']);
      await insert(['Page B', 'Page C'], a);
      await (await current().testing.stores(current().account).changeRequests()).refresh();
    },
    head: () => json('GET', path()),
    markdownOf: async (title: string): Promise<string> => textOf((await pageNamed(title)).id),
    titlesIn: async (title: string): Promise<string[]> =>
      ((await pageNamed(title)).pages ?? []).map((page) => page.title),
    revisions: async (): Promise<number> => {
      const { items } = await json<{ items: { count: number }[] }>('GET', `${path()}/contributors`);
      return items.reduce((sum, each) => sum + each.count, 0);
    },
    allPages: (...labels: string[]) => row('All Pages', ...labels),
    run: (command: string, ...given: unknown[]) =>
      vscode.commands.executeCommand(`docsPlatform.editing.${command}`, ...given),
  };
}

/** The titles in the order of the tree, indented. */
export function titlesOf(pages: readonly PageJson[], depth = ''): string[] {
  return pages.flatMap(({ title, pages: below }) => [`${depth}${title}`, ...titlesOf(below ?? [], `${depth}  `)]);
}
