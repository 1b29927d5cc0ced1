/** Warnings about accesses without their generation's coherence bits, legal in most corpus programs. */
const MISSING_BITS = ['VIS-01', 'VIS-02', 'VIS-03'];

/** Rules that fired, without those warnings. */
export function exceptMissingBits(rules: readonly string[]): string[] {
  return rules.filter((rule) => !MISSING_BITS.includes(rule));
}

/** Violations other than those warnings. */
export function withoutMissingBits<T extends { readonly rule: string; readonly severity: string }>(
  violations: readonly T[],
): T[] {
  return violations.filter(({ rule, severity }) => severity === 'error' || !MISSING_BITS.includes(rule));
}
