import { refreshed } from '../trees/refreshed.ts';
import type * as vscode from 'vscode';
import type { SiteFilter } from '../../store/sites/sites.ts';
import type { CommandTable } from '../commands/table.ts';
import type { Tree } from '../trees/create.ts';
import type { Boards } from './boards.ts';
import type { SitesContext } from './context.ts';
import type { Row } from './rows.ts';
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

  return {
    'docsPlatform.sites.refresh': async () => refreshed(tree, async () => (await listing()).refresh(parts)),
    'docsPlatform.sites.loadMore': async (given) => (await listing()).loadMore(parts, given, filter()),
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
    'docsPlatform.sites.openBoard': async (given) => (await boards()).open(given),
    'docsPlatform.sites.create': async (given) => (await import('./create.ts')).createSite(parts, given),
    'docsPlatform.sites.rename': async (given) => (await settings()).rename(parts, given),
    'docsPlatform.sites.changeVisibility': async (given) => (await settings()).changeVisibility(parts, given),
    'docsPlatform.sites.changeBasename': async (given) => (await settings()).changeBasename(parts, given),
    'docsPlatform.sites.changeProxy': async (given) => (await settings()).changeProxy(parts, given),
    'docsPlatform.sites.chooseDefaultSection': async (given) => (await settings()).chooseDefaultSection(parts, given),
    'docsPlatform.sites.chooseDefaultSpace': async (given) => (await settings()).chooseDefaultSpace(parts, given),
    'docsPlatform.sites.toggleAdaptiveContent': async (given) => (await settings()).toggleAdaptiveContent(parts, given),
    'docsPlatform.sites.toggleAgents': async (given) => (await settings()).toggleAgents(parts, given),
    'docsPlatform.sites.publish': async (given) => (await settings()).publish(parts, given),
    'docsPlatform.sites.unpublish': async (given) => (await settings()).unpublish(parts, given),
    'docsPlatform.sites.delete': async (given) => (await settings()).deleteSite(parts, given),
    'docsPlatform.sites.open': async (given) => (await finding()).openPublished(parts, given),
    'docsPlatform.sites.copyAddress': async (given) => (await finding()).copyAddress(parts, given),
    'docsPlatform.sites.findSpace': async (given) => (await finding()).findSpace(parts, given),
    'docsPlatform.sites.createShareLink': async (given) => (await links()).create(parts, given),
    'docsPlatform.sites.renameShareLink': async (given) => (await links()).rename(parts, given),
    'docsPlatform.sites.toggleShareLink': async (given) => (await links()).switchOnOrOff(parts, given),
    'docsPlatform.sites.copyShareLink': async (given) => (await links()).copy(parts, given),
    'docsPlatform.sites.deleteShareLink': async (given) => (await links()).remove(parts, given),
    'docsPlatform.sites.enterShareKey': async (given) => (await links()).enterKey(parts, given),
    'docsPlatform.sites.forgetShareKey': async (given) => (await links()).forgetKey(parts, given),
    'docsPlatform.sites.showPublished': async (given) => (await documents()).showPublished(parts, given, reread),
    'docsPlatform.sites.showCustomization': async (given) => (await documents()).showCustomization(parts, given),
    'docsPlatform.sites.showAudience': async (given) => (await documents()).showAudience(parts, given),
  } satisfies CommandTable;
}
