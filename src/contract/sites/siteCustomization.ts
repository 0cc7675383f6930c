import * as z from 'zod';
import type { Format } from '../shared/formats.ts';
import { deprecated, get, patch, put, remove } from '../shared/endpoint.ts';
import { oneOf, Reference } from '../shared/shapes.ts';

type Choice = <const Values extends readonly [string, ...string[]]>(
  values: Values,
) => z.ZodType<Values[number] | (string & {}), string>;

/**
 * The fields of section 2.11, in the form for sending or for reading. Objects keep unknown fields, also for sending: a
 * PUT replaces everything, and would reset a newer server's settings that it left out. In a PUT, null means the same as
 * omitted; in a PATCH, null unsets.
 */
function fieldsOf(choice: Choice, colour: z.ZodType<string, string>, locale: z.ZodType<string, string>) {
  const text = z.string().nullish();
  const boolean = z.boolean().nullish();
  const group = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.looseObject(shape).nullish();
  const one = <const Values extends readonly [string, ...string[]]>(...values: Values) => choice(values).nullish();
  const colours = group({ light: colour.nullish(), dark: colour.nullish() });
  const pictures = group({ light: text, dark: text });
  const link = { title: text, to: Reference.nullish() };
  const links = z.array(z.looseObject(link)).nullish();
  const enabled = group({ enabled: boolean });

  const styling = {
    theme: one('clean', 'muted', 'bold', 'gradient'),
    primaryColor: colours,
    infoColor: colours,
    successColor: colours,
    warningColor: colours,
    dangerColor: colours,
    tint: group({ color: colours }),
    corners: one('straight', 'rounded', 'circular'),
    depth: one('subtle', 'flat'),
    links: one('default', 'accent'),
    font: choice(fonts).or(z.looseObject({})).nullish(),
    icons: one('regular', 'solid', 'duotone', 'light', 'thin'),
    search: one('prominent', 'subtle'),
    sidebar: group({ background: one('default', 'filled'), list: one('default', 'pill', 'line') }),
  };
  const header = {
    logo: pictures,
    links: z
      .array(
        z.looseObject({
          ...link,
          style: one('link', 'button-primary', 'button-secondary'),
          links,
          condition: text,
        }),
      )
      .nullish(),
  };
  const shared = {
    title: text.meta({ description: 'Title shown in lists and headings.' }),
    styling: group(styling).meta({ description: 'Theme, colors, corners, font, and icons.' }),
    internationalization: group({ locale: locale.nullish() }).meta({
      description: "Language of the site's own labels.",
    }),
    favicon: group({ icon: pictures }).meta({ description: 'Icon in browser tabs, for light and dark themes.' }),
    footer: group({
      logo: pictures,
      groups: z.array(z.looseObject({ title: text, links })).nullish(),
      copyright: text,
    }).meta({ description: 'Logo, groups of links, and copyright notice at the bottom.' }),
    announcement: group({
      enabled: boolean,
      message: text,
      link: group(link),
      style: one('info', 'warning', 'danger', 'success'),
    }).meta({ description: 'Banner above the site.' }),
    themes: group({ default: one('light', 'dark', 'system'), toggeable: boolean }).meta({
      description: 'Initial theme, and whether visitors can change it.',
    }),
    pdf: enabled.meta({ description: 'Whether visitors can download pages as PDF.' }),
    feedback: enabled.meta({ description: 'Whether visitors can rate pages.' }),
    aiSearch: enabled.meta({ description: 'Whether visitors can ask questions.' }),
    pagination: enabled.meta({ description: 'Whether pages end with links to the next and the previous page.' }),
    trademark: enabled.meta({ description: 'Whether the name of the platform is shown.' }),
    git: group({ showEditLink: boolean }).meta({ description: 'Whether pages show a link to their source.' }),
    externalLinks: group({ target: one('self', 'blank') }).meta({
      description: 'Whether links to other sites open in the same tab.',
    }),
    privacyPolicy: group({ url: text }).meta({ description: 'URL of the privacy policy.' }),
    socialPreview: group({ url: text }).meta({
      description: 'Image that other services show with links to the site.',
    }),
  };
  const siteOnly = {
    ai: group({ pageLinkSummaries: enabled }).meta({ description: 'Whether links to pages show summaries.' }),
    advancedCustomization: enabled.meta({ description: 'Whether site spaces can have their own styling.' }),
    insights: group({ trackingCookie: boolean }).meta({
      description: 'Whether a cookie identifies returning visitors.',
    }),
  };
  const aboutHeader = { description: 'Logo and links at the top.' };
  const headerOfSiteSpace = group({ ...header, backgroundColor: colours, linkColor: colours }).meta(aboutHeader);
  return {
    site: { ...shared, header: group(header).meta(aboutHeader), ...siteOnly },
    siteSpace: { ...shared, header: headerOfSiteSpace },
    any: { ...shared, header: headerOfSiteSpace, ...siteOnly },
  };
}

const fonts = [
  'ABCFavorit',
  'Inter',
  'Roboto',
  'RobotoSlab',
  'OpenSans',
  'SourceSansPro',
  'Lato',
  'Ubuntu',
  'Raleway',
  'Merriweather',
  'Overpass',
  'NotoSans',
  'IBMPlexSerif',
  'Poppins',
  'FiraSans',
] as const;

const colour = z.string().regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'hexColor' satisfies Format);

/**
 * The document allows any string: any language tag (BCP 47). Translations are known for these, which editors suggest.
 */
const locale = z
  .string()
  .regex(/^[a-z]{2,8}(?:[-_][a-z\d]{1,8}){0,8}$/i, 'languageTag' satisfies Format)
  .or(z.enum(['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru']));

const sent = fieldsOf((values) => z.enum(values), colour, locale);
const read = fieldsOf(oneOf, z.string(), z.string());

/** Section 2.11, as it is read: of a site, or of a site space including what it inherits from the site. */
export const SiteCustomization = z.looseObject(read.any);
export type SiteCustomization = z.infer<typeof SiteCustomization>;

/** All settings of a site: omitted ones get their initial values. */
export const NewSiteCustomization = z.looseObject(sent.site);

/** The overrides of a site space: omitted ones stay, null unsets. */
export const SiteSpaceCustomizationUpdate = z.strictObject(sent.siteSpace);

const site = '/v1/orgs/{organizationId}/sites/{siteId}/customization';
const siteSpace = '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization';

/** Section 4.12. */
export const siteCustomization = {
  get: deprecated(get(site, { reply: SiteCustomization })),
  replace: put(site, { body: NewSiteCustomization, reply: SiteCustomization }),
  ofSiteSpace: deprecated(get(siteSpace, { reply: SiteCustomization })),
  resetOfSiteSpace: remove(siteSpace, { status: 205 }),
  updateOfSiteSpace: patch(siteSpace, { body: SiteSpaceCustomizationUpdate, reply: SiteCustomization }),
};
