// A rule that the linter lacks (oxlint.config.ts). Its options are those of ESLint's rule of this name.

interface Restriction {
  /** The syntax, as a selector of ESLint. */
  readonly selector: string;
  readonly message: string;
}

interface Context {
  readonly options: readonly Restriction[];
  readonly report: (problem: { readonly node: unknown; readonly message: string }) => void;
}

export default {
  meta: { name: 'docs-platform' },
  rules: {
    'no-restricted-syntax': {
      meta: { schema: false },
      create: ({ options, report }: Context) =>
        Object.fromEntries(
          options.map(({ selector, message }) => [selector, (node: unknown) => report({ node, message })]),
        ),
    },
  },
};
