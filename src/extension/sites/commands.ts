import { refreshed } from '../ground/trees/refreshed.ts';
import type * as vscode from 'vscode';
import type { SiteFilter } from '../../store/sites/sites.ts';
import type { ShareLink } from '../../contract/sites/shareLinks.ts';
import { isLibraryRow } from '../ground/places/libraryRows.ts';
import { onRow, onRowIfAny } from '../ground/commands/neededRow.ts';
import type { CommandTable } from '../ground/commands/table.ts';
import { shaped } from '../ground/contributions/given.ts';
import type { OpenedSite } from '../ground/services/openedSite.ts';
import type { Tree } from '../ground/trees/create.ts';
import type { Boards } from './boards.ts';
import type { SitesContext } from './context.ts';
import { siteOf, type Picked } from './pickSite.ts';
import { isRow, isSiteRow, type Row, type SiteRow } from './rows.ts';
import type { SiteRows } from './children.ts';

/** The parts of the view that its commands use. */
interface SitesView {
  readonly tree: Tree<Row, SiteRows>;
  readonly boards: () => Promise<Boards>;
  readonly filter: () => SiteFilter | undefined;
  /** Sets the filter and its description in the view. */
  readonly show: (filter: SiteFilter | undefined, inWords: string | undefined) => void;
  /** Makes VS Code read a document again. */
  readonly reread: (uri: vscode.Uri) => void;
}

/** The commands of the Sites view and its rows. */
export function sitesCommands(parts: SitesContext, { tree, boards, filter, show, reread }: SitesView) {
  const listing = () => import('./listing.ts');
  const settings = () => import('./settings.ts');
  const links = () => import('./shareLinkCommands.ts');
  const finding = () => import('./finding.ts');
  const documents = () => import('./documents.ts');

  /** A command on the site of a row. */
  const onSite = (action: (site: Picked) => unknown) =>
    onRow(isSiteRow, async (row) => {
      const site = await siteOf(parts, row);
      if (site) await action(site);
    });
  const onSiteIfAny = (action: (row: SiteRow | undefined) => unknown) => onRowIfAny(isSiteRow, action);
  const onLink = (action: (link: Picked & { readonly link: ShareLink }) => unknown) =>
    onRow(
      (row) => isRow(row, 'shareLink'),
      async (row) => onSite(async (site) => action({ ...site, link: row.link }))(row),
    );
  const showPublished = onSite(async (site) => (await documents()).showPublished(parts, site, reread));

  return {
    'docsPlatform.sites.refresh': async () => refreshed(tree, async () => (await listing()).refresh(parts)),
    'docsPlatform.sites.loadMore': async (given) =>
      isRow(given, 'more') && (await listing()).loadMore(parts, given, filter()),
    'docsPlatform.sites.filter': async () => (await listing()).chooseFilter(parts, show),
    'docsPlatform.sites.clearFilter': () => show(undefined, undefined),
    'docsPlatform.sites.reveal': async (at, partId) => {
      const find = async () => (await tree.rows())?.rowOf(at as never, partId as never);
      let row = await find();
      if (!row && filter()) {
        // Removes the filter if it hides the row to show.
        show(undefined, undefined);
        row = await find();
      }
      await tree.reveal(row);
    },
    'docsPlatform.sites.openBoard': onSiteIfAny(async (row) => (await boards()).open(row)),
    'docsPlatform.sites.create': onRowIfAny(
      (row) => isRow(row, 'organization'),
      async (row) => (await import('./create.ts')).createSite(parts, row),
    ),
    'docsPlatform.sites.rename': onSite(async (site) => (await settings()).rename(parts, site)),
    'docsPlatform.sites.changeVisibility': onSite(async (site) => (await settings()).changeVisibility(parts, site)),
    'docsPlatform.sites.changeBasename': onSite(async (site) => (await settings()).changeBasename(parts, site)),
    'docsPlatform.sites.changeProxy': onSite(async (site) => (await settings()).changeProxy(parts, site)),
    'docsPlatform.sites.chooseDefaultSection': onSite(async (site) => (await settings()).chooseDefaultSection(site)),
    'docsPlatform.sites.chooseDefaultSpace': onSite(async (site) => (await settings()).chooseDefaultSpace(site)),
    'docsPlatform.sites.toggleAdaptiveContent': onSite(async (site) => (await settings()).toggleAdaptiveContent(site)),
    'docsPlatform.sites.toggleAgents': onSite(async (site) => (await settings()).toggleAgents(site)),
    'docsPlatform.sites.publish': onSiteIfAny(async (row) => (await settings()).publish(parts, row)),
    'docsPlatform.sites.unpublish': onSite(async (site) => (await settings()).unpublish(parts, site)),
    'docsPlatform.sites.delete': onSite(async (site) => (await settings()).deleteSite(parts, site)),
    'docsPlatform.sites.open': onSiteIfAny(async (row) => (await finding()).openPublished(parts, row)),
    'docsPlatform.sites.copyAddress': onSiteIfAny(async (row) => (await finding()).copyAddress(parts, row)),
    'docsPlatform.sites.findSpace': onRowIfAny(isLibraryRow, async (place) =>
      (await finding()).findSpace(parts, place),
    ),
    'docsPlatform.sites.createShareLink': onSiteIfAny(async (row) => (await links()).create(parts, row)),
    'docsPlatform.sites.renameShareLink': onLink(async (link) => (await links()).rename(parts, link)),
    'docsPlatform.sites.toggleShareLink': onLink(async (link) => (await links()).switchOnOrOff(link)),
    'docsPlatform.sites.copyShareLink': onLink(async (link) => (await links()).copy(link)),
    'docsPlatform.sites.deleteShareLink': onLink(async (link) => (await links()).remove(parts, link)),
    'docsPlatform.sites.enterShareKey': onSite(async (site) => (await links()).enterKey(parts, site)),
    'docsPlatform.sites.forgetShareKey': onSite(async (site) => (await links()).forgetKey(parts, site)),
    'docsPlatform.sites.showPublished': async (given) =>
      isOpened(given) ? (await documents()).showOpened(given, reread) : showPublished(given),
    'docsPlatform.sites.showCustomization': onSite(async (site) => (await documents()).showText(site, 'customization')),
    'docsPlatform.sites.showAudience': onSite(async (site) => (await documents()).showText(site, 'audience')),
  } satisfies CommandTable;
}

const isOpened = shaped<OpenedSite>({ shareKey: 'present' });
