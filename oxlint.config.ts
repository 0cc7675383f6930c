import { defineConfig } from 'oxlint';

/** Rules without options. */
const everywhere = [
  'eslint/constructor-super',
  'eslint/for-direction',
  'eslint/getter-return',
  'eslint/no-array-constructor',
  'eslint/no-async-promise-executor',
  'eslint/no-case-declarations',
  'eslint/no-class-assign',
  'eslint/no-compare-neg-zero',
  'eslint/no-cond-assign',
  'eslint/no-const-assign',
  'eslint/no-constant-binary-expression',
  'eslint/no-constant-condition',
  'eslint/no-control-regex',
  'eslint/no-debugger',
  'eslint/no-dupe-class-members',
  'eslint/no-dupe-else-if',
  'eslint/no-dupe-keys',
  'eslint/no-duplicate-case',
  'eslint/no-empty',
  'eslint/no-empty-character-class',
  'eslint/no-empty-pattern',
  'eslint/no-empty-static-block',
  'eslint/no-ex-assign',
  'eslint/no-extra-boolean-cast',
  'eslint/no-fallthrough',
  'eslint/no-func-assign',
  'eslint/no-global-assign',
  'eslint/no-import-assign',
  'eslint/no-invalid-regexp',
  'eslint/no-irregular-whitespace',
  'eslint/no-loss-of-precision',
  'eslint/no-misleading-character-class',
  'eslint/no-new-native-nonconstructor',
  'eslint/no-obj-calls',
  'eslint/no-prototype-builtins',
  'eslint/no-regex-spaces',
  'eslint/no-self-assign',
  'eslint/no-setter-return',
  'eslint/no-shadow-restricted-names',
  'eslint/no-sparse-arrays',
  'eslint/no-this-before-super',
  'eslint/no-unassigned-vars',
  'eslint/no-unreachable',
  'eslint/no-unsafe-finally',
  'eslint/no-unsafe-negation',
  'eslint/no-unsafe-optional-chaining',
  'eslint/no-unused-expressions',
  'eslint/no-unused-labels',
  'eslint/no-unused-private-class-members',
  'eslint/no-useless-assignment',
  'eslint/no-useless-backreference',
  'eslint/no-useless-catch',
  'eslint/no-useless-escape',
  'eslint/no-var',
  'eslint/prefer-const',
  'eslint/prefer-rest-params',
  'eslint/prefer-spread',
  'eslint/preserve-caught-error',
  'eslint/require-yield',
  'eslint/use-isnan',
  'eslint/valid-typeof',
  'typescript/ban-ts-comment',
  'typescript/no-duplicate-enum-values',
  'typescript/no-explicit-any',
  'typescript/no-extra-non-null-assertion',
  'typescript/no-import-type-side-effects',
  'typescript/no-misused-new',
  'typescript/no-namespace',
  'typescript/no-non-null-asserted-optional-chain',
  'typescript/no-require-imports',
  'typescript/no-this-alias',
  'typescript/no-unnecessary-type-constraint',
  'typescript/no-unsafe-declaration-merging',
  'typescript/no-unsafe-function-type',
  'typescript/no-wrapper-object-types',
  'typescript/prefer-as-const',
  'typescript/prefer-namespace-keyword',
  'typescript/triple-slash-reference',
];

/** Rules without options that need types. */
const typed = [
  'typescript/await-thenable',
  'typescript/no-array-delete',
  'typescript/no-base-to-string',
  'typescript/no-duplicate-type-constituents',
  'typescript/no-floating-promises',
  'typescript/no-for-in-array',
  'typescript/no-implied-eval',
  'typescript/no-misused-promises',
  'typescript/no-redundant-type-constituents',
  'typescript/no-unnecessary-type-assertion',
  'typescript/no-unsafe-argument',
  'typescript/no-unsafe-assignment',
  'typescript/no-unsafe-call',
  'typescript/no-unsafe-enum-comparison',
  'typescript/no-unsafe-member-access',
  'typescript/no-unsafe-return',
  'typescript/no-unsafe-unary-minus',
  'typescript/only-throw-error',
  'typescript/prefer-promise-reject-errors',
  'typescript/restrict-plus-operands',
  'typescript/unbound-method',
];

const executeCommand = ":matches([callee.name='executeCommand'], [callee.property.name='executeCommand'])";

export default defineConfig({
  ignorePatterns: ['dist', 'out', '**/node_modules', '**/*.cjs', '.vscode-test'],
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  plugins: ['eslint', 'typescript'],
  jsPlugins: ['./build/lintRules.ts', 'eslint-plugin-regexp'],
  // Each rule is listed, so that no other version of the linter turns one off.
  categories: { correctness: 'off' },
  rules: {
    ...errors(everywhere),
    'eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    'typescript/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
  },
  overrides: [
    {
      files: ['**/*.ts'],
      rules: {
        ...errors(typed),
        'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
        'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      },
    },
    {
      files: ['**/*.mjs', '**/*.js'],
      env: { builtin: true },
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        setTimeout: 'readonly',
      },
      rules: { 'eslint/no-redeclare': 'error', 'eslint/no-undef': 'error' },
    },
    {
      // Text of others is read in linear time: one line of a page must not stop the extension host.
      // State in one typed object, reading and acting in files of their own (src/README.md).
      files: ['src/**/*.ts'],
      rules: {
        'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
        'regexp/no-super-linear-move': ['error', { report: 'potential' }],
        'eslint/max-lines-per-function': ['error', { max: 150 }],
      },
    },
    {
      // What a server or an author wrote is to become no link, command or icon where VS Code shows it.
      files: ['src/**/*.ts'],
      excludeFiles: [
        'src/extension/ground/contributions/run.ts',
        'src/extension/ground/messages/show.ts',
        'src/extension/ground/messages/fileSystem.ts',
      ],
      rules: {
        'eslint/no-restricted-properties': [
          'error',
          ...Object.entries({
            showInformationMessage: 'showInformation of messages/show.ts',
            showWarningMessage: 'showWarning of messages/show.ts',
            showErrorMessage: 'showError of messages/show.ts',
            setStatusBarMessage: 'showStatus of messages/show.ts',
            showInputBox: 'ask of services/prompts.ts',
            registerFileSystemProvider: 'registerFileSystem of messages/fileSystem.ts',
            registerTextDocumentContentProvider: 'registerTextDocuments of messages/fileSystem.ts',
          }).map(([property, instead]) => ({ property, message: `Use ${instead}: it shows text of others as text.` })),
        ],
        'docs-platform/no-restricted-syntax': [
          'error',
          {
            selector:
              "CallExpression[callee.property.name='withProgress'] > ObjectExpression > Property[key.name='title']",
            message: 'Use showProgress of messages/show.ts: it shows text of others as text.',
          },
          {
            selector: `CallExpression${executeCommand} > :matches(Literal[value=/^docsPlatform\\./], TemplateLiteral[quasis.0.value.raw=/^docsPlatform\\./])`,
            message: 'Use run of contributions/run.ts: it knows what the command takes.',
          },
          {
            selector: `CallExpression${executeCommand} > Literal[value='setContext']`,
            message: 'Use setContext of contributions/run.ts with a key of contributions/contextKeys.ts.',
          },
        ],
      },
    },
    {
      files: ['src/extension/**/*.ts'],
      excludeFiles: ['src/extension/ground/places/pageUri.ts'],
      rules: {
        'eslint/no-restricted-imports': [
          'error',
          {
            patterns: [
              {
                group: ['**/model/shared/address.ts'],
                importNames: ['uriOf', 'editUriOf', 'addressOf', 'editAddressOf', 'pageAddressOf'],
                message: 'Use those of places/pageUri.ts: they know how spaces are called.',
              },
            ],
          },
        ],
      },
    },
  ],
});

function errors(rules: readonly string[]): Record<string, 'error'> {
  return Object.fromEntries(rules.map((rule) => [rule, 'error']));
}
