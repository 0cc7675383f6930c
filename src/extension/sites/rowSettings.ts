import type { SitePart } from '../../model/sites/tree.ts';
import type { SiteAddress } from '../../store/sites/calls.ts';

/** The settings that a row has, as `docsPlatform.settings.edit` and `docsPlatform.showDetails` take them. */
export interface RowSettings {
  readonly kind: string;
  readonly ids: Readonly<Record<string, string>>;
  readonly title: string;
}

/** The settings of a site itself, or of one of its documents. */
export function settingsOfSite(
  at: SiteAddress,
  title: string,
  kind: 'site' | 'siteCustomization' | 'adaptiveSchema',
): RowSettings {
  return { kind, ids: { ...at }, title };
}

export function settingsOfPart(at: SiteAddress, part: SitePart): RowSettings {
  switch (part.kind) {
    case 'site-section-group':
      return { kind: 'siteSectionGroup', ids: { ...at, siteSectionGroupId: part.id }, title: part.title };
    case 'site-section':
      return { kind: 'siteSection', ids: { ...at, siteSectionId: part.id }, title: part.title };
    case 'site-space':
      return { kind: 'siteSpace', ids: { ...at, siteSpaceId: part.id }, title: part.title };
  }
}
