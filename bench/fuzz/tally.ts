/** Outcomes of bad code; every reason from the decoder, the executor or the model belongs to one of these. */
const OUTCOMES: readonly (readonly [outcome: string, reason: RegExp])[] = [
  ['truncated', /^truncated/],
  ['reserved encoding', /^reserved encoding 0x/],
  ['branch outside the program', /^branch outside the program, /],
  ['overlaps an instruction', /^overlaps the instruction at byte /],
  ['register past the allocation', /^register [sv]\d+ is past the allocation of \d+/],
  ['unsupported', /^unsupported: /],
  ['past the end of the program', /^(no instruction at index|ran past the end of the program)/],
  ['jump out of the program', / leaves the program$/],
  ['nothing is mapped', /^nothing is mapped at 0x/],
  ['misaligned atomic', /^an atomic of \d+ bytes is misaligned$/],
];

/** A reason's outcome; undefined for an unnamed one. */
export function outcomeOf(reason: string): string | undefined {
  return OUTCOMES.find(([, pattern]) => pattern.test(reason))?.[0];
}

/** Counts of what was seen, by where and what. */
export class Tally {
  private readonly counts = new Map<string, number>();

  /** Counts something by name. */
  add(where: string, what: string, times = 1): void {
    const key = `${where}: ${what}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + times);
  }

  /**
   * Counts a reason's outcome.
   *
   * @throws Error if the reason has no named outcome.
   */
  addReason(where: string, reason: string): void {
    const outcome = outcomeOf(reason);
    if (outcome === undefined) throw new Error(`an outcome without a name: '${reason}'`);
    this.add(where, outcome);
  }

  /** Lines in text order, counts aligned. */
  format(): string {
    return [...this.counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, count]) => `${String(count).padStart(10)}  ${key}`)
      .join('\n');
  }
}
