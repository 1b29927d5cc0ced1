/**
 * Rules that warn about accesses without the coherence bits of their generation. Most corpus programs have
 * such accesses, which are legal.
 */
const MISSING_BITS = ['VIS-01', 'VIS-02', 'VIS-03'];

/** Returns the rules that fired, except these. */
export function exceptMissingBits(rules: readonly string[]): string[] {
  return rules.filter((rule) => !MISSING_BITS.includes(rule));
}

/** Returns the violations, except warnings of these rules. */
export function withoutMissingBits<T extends { readonly rule: string; readonly severity: string }>(
  violations: readonly T[],
): T[] {
  return violations.filter(({ rule, severity }) => severity === 'error' || !MISSING_BITS.includes(rule));
}
