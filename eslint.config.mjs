import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const executeCommand = ":matches([callee.name='executeCommand'], [callee.property.name='executeCommand'])";

export default tseslint.config(
  { ignores: ['dist', 'out', '**/node_modules', '**/*.cjs', '.vscode-test'] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.mjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      'no-console': 'off',
    },
  },
  {
    // What a server or an author wrote is to become no link, command or icon where VS Code shows it.
    files: ['src/**/*.ts'],
    ignores: [
      'src/extension/contributions/run.ts',
      'src/extension/messages/show.ts',
      'src/extension/messages/fileSystem.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        ...Object.entries({
          showInformationMessage: 'showInformation of messages/show.ts',
          showWarningMessage: 'showWarning of messages/show.ts',
          showErrorMessage: 'showError of messages/show.ts',
          setStatusBarMessage: 'showStatus of messages/show.ts',
          showInputBox: 'ask of services/prompts.ts',
          registerFileSystemProvider: 'registerFileSystem of messages/fileSystem.ts',
        }).map(([property, instead]) => ({ property, message: `Use ${instead}: it shows text of others as text.` })),
      ],
      'no-restricted-syntax': [
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
    ignores: ['src/extension/addresses/pageUri.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['**/model/shared/address.ts'],
              importNames: ['uriOf', 'editUriOf', 'addressOf', 'editAddressOf', 'pageAddressOf'],
              message: 'Use those of addresses/pageUri.ts: they know how spaces are called.',
            },
          ],
        },
      ],
    },
  },
  {
    // Text of others is read in linear time: one line of a page must not stop the extension host.
    files: ['src/**/*.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    // State in one typed object, reading and acting in files of their own (src/README.md).
    files: ['src/**/*.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 150 }] },
  },
  { files: ['**/*.mjs', '**/*.js'], ...tseslint.configs.disableTypeChecked },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        setTimeout: 'readonly',
      },
    },
  },
  prettier,
);
