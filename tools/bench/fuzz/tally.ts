/** Maps every reason that the decoder, the executor or the model gives for rejecting code to a named outcome. */
const OUTCOMES: readonly (readonly [outcome: string, reason: RegExp])[] = [
  ['truncated', /^truncated/],
  ['reserved encoding', /^reserved encoding 0x/],
  ['branch outside the program', /^branch outside the program, /],
  ['overlaps an instruction', /^overlaps the instruction at byte /],
  ['register outside the allocation', /^register [sv]\d+ is outside the allocation of \d+/],
  ['unsupported', /^unsupported: /],
  ['past the end of the program', /^(no instruction at index|ran past the end of the program)/],
  ['jump out of the program', / jumps outside the program$/],
  ['nothing is mapped', /^nothing is mapped at 0x/],
  ['misaligned atomic', /^misaligned \d+-byte atomic \(access at pc 0x[0-9a-f]+\)$/],
];

/** Returns the named outcome for a reason, or undefined if no pattern matches it. */
export function getOutcome(reason: string): string | undefined {
  return OUTCOMES.find(([, pattern]) => pattern.test(reason))?.[0];
}

/** Counts outcomes by name and context. */
export class Tally {
  private readonly counts = new Map<string, number>();

  add(context: string, outcome: string, times = 1): void {
    const key = `${context}: ${outcome}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + times);
  }

  /**
   * Counts the named outcome for a reason.
   *
   * @throws Error if the reason has no named outcome.
   */
  addReason(context: string, reason: string): void {
    const outcome = getOutcome(reason);
    if (outcome === undefined) throw new Error(`no named outcome for the reason '${reason}'`);
    this.add(context, outcome);
  }

  /** Formats the counts as lines in alphabetical order, with aligned numbers. */
  format(): string {
    return [...this.counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, count]) => `${String(count).padStart(10)}  ${key}`)
      .join('\n');
  }
}
