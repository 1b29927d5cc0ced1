/** How many of a number of tests hit a bin. */
type BinRate = Readonly<Record<'hits' | 'tests', number>>;

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
  let [term, probability, left] = [1, 1, hits];
  for (let count = 1; count <= now.hits; count++) {
    term *= ((hits - count + 1) / count) * (share / (1 - share));
    probability += term;
    // Applied as the sum grows, since the product of all is too small for a number.
    for (; probability > 1 && left > 0; left--) {
      term *= 1 - share;
      probability *= 1 - share;
    }
  }
  return probability * (1 - share) ** left < ERROR_RATE / Math.max(1, compared);
}
