/**
 * The elements of a rendered page. Pages are written by others: what isn't in this list doesn't get into a view, and
 * both the renderer and the webview check it.
 */
export const allowedElements: ReadonlySet<string> = new Set([
  ...['a', 'abbr', 'b', 'blockquote', 'br', 'cite', 'code', 'dd', 'del', 'details', 'dfn', 'div', 'dl', 'dt', 'em'],
  ...['figcaption', 'figure', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'i', 'img', 'input', 'ins', 'kbd', 'label'],
  ...['li', 'mark', 'ol', 'p', 'pre', 'q', 's', 'samp', 'section', 'small', 'span', 'strong', 'sub', 'summary', 'sup'],
  ...['table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'time', 'tr', 'u', 'ul', 'var'],
]);

/** Elements that are left out with all that is in them. Of others, the content stays. */
export const removedElements: ReadonlySet<string> = new Set([
  ...['script', 'style', 'template', 'noscript', 'iframe', 'object', 'embed', 'svg', 'math', 'canvas', 'dialog'],
  ...['select', 'textarea', 'audio', 'video', 'source', 'track', 'head', 'title', 'meta', 'link', 'base', 'frameset'],
]);

/**
 * The attributes of a rendered page, by their names in the tree. Addresses of images are in `dataImage`, because only the
 * extension loads them, and ids in `dataAnchor` and `dataAlias`, because a view has ids of its own.
 */
export const allowedAttributes: Readonly<Record<string, string>> = {
  align: 'align',
  alt: 'alt',
  ariaHidden: 'aria-hidden',
  ariaLabel: 'aria-label',
  checked: 'checked',
  className: 'class',
  colSpan: 'colspan',
  dataAlias: 'data-alias',
  dataAnchor: 'data-anchor',
  dataCardTarget: 'data-card-target',
  dataHidden: 'data-hidden',
  dataImage: 'data-image',
  dataLine: 'data-line',
  dataView: 'data-view',
  dataWidth: 'data-width',
  dateTime: 'datetime',
  dir: 'dir',
  disabled: 'disabled',
  height: 'height',
  href: 'href',
  lang: 'lang',
  name: 'name',
  open: 'open',
  role: 'role',
  rowSpan: 'rowspan',
  start: 'start',
  title: 'title',
  type: 'type',
  width: 'width',
};

/**
 * Whether following the address only leads to a page or a mailbox. A relative address leads to a page, and an empty one
 * nowhere.
 */
export function isAllowedAddress(address: string): boolean {
  // Browsers skip these characters in addresses.
  const read = address.replace(/[\s\p{Cc}]+/gu, '');
  if (read === '') return false;
  const scheme = /^([^/?#:]*):/.exec(read)?.[1];
  return scheme === undefined || ['http', 'https', 'mailto'].includes(scheme.toLowerCase());
}

/** The elements of a drawn formula, and their attributes: MathML, without what leads elsewhere. */
export const allowedInFormulas: ReadonlySet<string> = new Set([
  ...[
    'math',
    'semantics',
    'menclose',
    'mfrac',
    'mi',
    'mn',
    'mo',
    'mover',
    'mpadded',
    'mphantom',
    'mroot',
    'mrow',
    'ms',
  ],
  ...['mspace', 'msqrt', 'mstyle', 'msub', 'msubsup', 'msup', 'mtable', 'mtd', 'mtext', 'mtr', 'munder', 'munderover'],
]);

export const attributesInFormulas: ReadonlySet<string> = new Set([
  ...['accent', 'accentunder', 'columnalign', 'columnspacing', 'depth', 'display', 'displaystyle'],
  ...['fence', 'form', 'height', 'largeop', 'linethickness', 'lspace', 'mathbackground', 'mathcolor', 'mathsize'],
  ...['mathvariant', 'maxsize', 'minsize', 'movablelimits', 'notation', 'rowspacing', 'rspace'],
  ...['scriptlevel', 'separator', 'stretchy', 'symmetric', 'voffset', 'width'],
]);
