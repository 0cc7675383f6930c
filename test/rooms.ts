/**
 * The rooms (folders) of each layer, the lowest first, with the rooms of the same layer that they may import. What isn't listed
 * is forbidden. '.' is the layer's own folder.
 */
export const rooms: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  contract: {
    shared: [],
    spaces: ['shared'],
    organizations: ['shared', 'spaces'],
    comments: ['organizations', 'shared'],
    changeRequests: ['comments', 'organizations', 'shared', 'spaces'],
    sites: ['shared', 'spaces'],
    '.': ['changeRequests', 'comments', 'organizations', 'shared', 'sites', 'spaces'],
  },
  model: {
    shared: [],
    text: ['shared'],
    merge: ['shared'],
    library: ['shared'],
    settings: ['shared'],
    comments: ['merge', 'shared', 'text'],
    organizations: ['shared', 'text'],
    sites: ['shared', 'text'],
    tags: ['text'],
    rendering: ['merge', 'shared', 'tags', 'text'],
    pages: ['shared', 'tags', 'text'],
    checks: ['pages', 'rendering', 'shared', 'tags', 'text'],
    changeRequests: ['merge', 'pages', 'shared'],
    editing: ['merge', 'pages', 'shared', 'text'],
    find: ['editing', 'tags', 'text'],
  },
  store: {
    shared: [],
    account: ['shared'],
    library: ['shared'],
    organizations: ['library', 'shared'],
    settings: ['organizations', 'shared'],
    sites: ['library', 'shared'],
    libraryActions: ['library', 'shared', 'sites'],
    changeRequests: ['account', 'library', 'shared'],
    comments: ['changeRequests', 'library', 'shared'],
    content: ['changeRequests', 'library', 'libraryActions', 'shared'],
    editing: ['changeRequests', 'content', 'library', 'shared'],
    find: ['content', 'editing', 'library', 'shared'],
  },
  server: {
    database: [],
    http: ['database', 'pages/markdown'],
    'pages/markdown': [],
    pages: ['database', 'http', 'pages/markdown'],
    'formats/pdf': [],
    'formats/openapi': ['database', 'http'],
    'formats/import': ['database', 'http', 'pages', 'pages/markdown'],
    'groups/shared': ['database', 'http', 'pages', 'pages/markdown'],
    'groups/spaces': ['database', 'formats/import', 'groups/shared', 'http', 'pages'],
    'groups/organizations': ['database', 'formats/openapi', 'groups/shared', 'groups/spaces', 'http'],
    'groups/sites': ['database', 'groups/shared', 'groups/spaces', 'http', 'pages'],
    'groups/comments': [
      ...['database', 'groups/organizations', 'groups/shared', 'groups/spaces', 'http', 'pages', 'pages/markdown'],
    ],
    'groups/changeRequests': [
      ...['database', 'formats/pdf', 'groups/comments', 'groups/shared', 'groups/spaces', 'http', 'pages'],
      'pages/markdown',
    ],
    groups: [
      ...['groups/changeRequests', 'groups/comments', 'groups/organizations', 'groups/sites', 'groups/spaces', 'http'],
    ],
    sample: [
      ...['database', 'formats/import', 'formats/openapi', 'groups/organizations', 'groups/sites', 'pages'],
      'pages/markdown',
    ],
    '.': [
      ...['database', 'formats/import', 'formats/openapi', 'groups', 'groups/changeRequests', 'groups/shared'],
      ...['http', 'pages', 'pages/markdown', 'sample'],
    ],
  },
};

/**
 * The rooms of `src/extension` that its features share, the lowest first: each may import those before it. All other folders of
 * `src/extension` are features, which never import each other.
 */
export const sharedByFeatures = [
  'contributions',
  'words',
  'messages',
  'services',
  'prompts',
  'places',
  'trees',
  'webviews',
  'commands',
  'threads',
];

/** Features that may import another feature's `shared` folder, because both are about the same thing. */
export const borrowed: Readonly<Record<string, string>> = {
  changes: 'changeRequests',
  comments: 'editing',
  editing: 'changeRequests',
  findInPages: 'editing',
  language: 'changeRequests',
  pageActions: 'editing',
  renderedChanges: 'changeRequests',
};

/** How many entries, files and folders together, a folder of `src` has at most. */
export const mostEntries = 30;
