import * as l10n from './l10n.ts';
import type { PageWords } from './pageTree.ts';

export const taskWords = { completedTask: l10n.t('Completed task'), incompleteTask: l10n.t('Incomplete task') };

/** What the controls in a page say. */
export const pageWords: PageWords = {
  copy: l10n.t('Copy'),
  copied: l10n.t('Copied'),
  enlarge: l10n.t('Click to enlarge'),
  remoteImage: (host, isOffered) =>
    isOffered ? l10n.t('Show Images from {0}', host) : l10n.t("Images from {0} aren't loaded", host),
  imageFailed: (description, reason) =>
    description
      ? l10n.t("Couldn't load the image “{0}”. {1}", description, reason)
      : l10n.t("Couldn't load the image. {0}", reason),
};
