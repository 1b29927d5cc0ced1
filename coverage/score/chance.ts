/** How many of a number of tests hit a bin. */
interface BinRate {
  readonly hits: number;
  readonly tests: number;
}

/** The chance that any of the compared bins is called lost although its rate did not change. */
const ERROR_RATE = 1e-3;

/**
 * Whether fewer tests hit a bin now than chance explains, given how many did before. If the rate is the same, each of
 * the hits falls among the later tests with the same probability, so their number is binomial.
 *
 * @param compared the number of bins compared at once, which share the error rate (Bonferroni)
 */
export function isBeyondChance(before: BinRate, now: BinRate, compared: number): boolean {
  const hits = before.hits + now.hits;
  const share = now.tests / Math.max(1, before.tests + now.tests);
  let term = (1 - share) ** hits;
  let probability = term;
  for (let count = 1; count <= now.hits; count++) {
    term *= ((hits - count + 1) / count) * (share / (1 - share));
    probability += term;
  }
  return probability < ERROR_RATE / Math.max(1, compared);
}
