import { activeUri } from '../places/openPageUri.ts';
import { run } from '../contributions/run.ts';

/** Reloads everything that the views, the open page and its comments show. */
export async function refreshAll(): Promise<void> {
  const views = ['library', 'changeRequests', 'inbox', 'sites', 'organization'] as const;
  const uri = activeUri();
  const isPage = uri && /^docs-platform(-edit)?$/.test(uri.scheme);
  const refreshed = isPage ? [...views, 'page' as const, 'comments' as const] : views;
  await Promise.all(refreshed.map((name) => run(`${name}.refresh`, uri)));
}
