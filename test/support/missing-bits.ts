/**
 * Rules that warn about accesses that lack their generation's coherence bits. Most corpus programs contain such
 * accesses, which are legal.
 */
const MISSING_BITS = ['VIS-01', 'VIS-02', 'VIS-03'];

/** Removes the `MISSING_BITS` rules from the rules that fired. */
export function excludeMissingBitRules(rules: readonly string[]): string[] {
  return rules.filter((rule) => !MISSING_BITS.includes(rule));
}

/** Removes the warnings of the `MISSING_BITS` rules from the violations. */
export function excludeMissingBitWarnings<T extends { readonly rule: string; readonly severity: string }>(
  violations: readonly T[],
): T[] {
  return violations.filter(({ rule, severity }) => severity === 'error' || !MISSING_BITS.includes(rule));
}
