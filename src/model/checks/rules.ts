/** The rules of markdownlint to check: by name, alias or tag, whether or how. */
export type LintRules = Readonly<Record<string, boolean | Readonly<Record<string, unknown>>>>;

/** Rules for what readers don't see as its author meant it. None of them is about style. */
export const usualRules: LintRules = {
  MD011: true,
  MD018: true,
  MD037: true,
  MD039: true,
  MD042: true,
  MD052: true,
  MD056: true,
};

/** Rules that our own checks replace: heading levels, alternative text, and anchors. */
const replaced: LintRules = { MD001: false, MD045: false, MD051: false };

/**
 * The rules to check with a user's setting: an object with rules adds to the usual ones or takes away, and `false`
 * turns all of them off. Values of another form are left out.
 */
export function lintRules(setting: unknown): LintRules | undefined {
  if (setting === false) return undefined;
  const chosen = typeof setting === 'object' && setting !== null && !Array.isArray(setting) ? setting : {};
  const valid = Object.entries(chosen).filter(
    ([, value]) => typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value)),
  );
  const names = new Map(valid.map(([name, value]) => [name.toUpperCase(), value as LintRules[string]]));
  return { ...usualRules, ...Object.fromEntries(names), ...replaced };
}
