import { formatPercentage } from '../../coverage/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';

/** The tests that judged an item of the testplan, and how many of them passed it. */
export interface PassRate {
  readonly passed: number;
  readonly tests: number;
}

/**
 * Counts the tests that judged an item. If it has rules, these are all tests of the runs, and a test passes unless one
 * of the rules fired in it; otherwise they are the tests of its sequences.
 */
export function countPassRate(
  rules: readonly string[],
  sequences: readonly string[],
  runs: readonly Pick<RunReport, 'tally'>[],
): PassRate {
  const rates = runs.map(({ tally }): PassRate => {
    if (rules.length > 0) return { passed: tally.tests - countFailed(tally, rules), tests: tally.tests };
    const tallies = sequences.flatMap((name) => tally.sequences[name] ?? []);
    return addRates(tallies.map(({ tests, failed }) => ({ passed: tests - failed, tests })));
  });
  return addRates(rates);
}

/** Counts the tests in which one of the rules fired. */
function countFailed({ buckets }: RunReport['tally'], rules: readonly string[]): number {
  let failed = 0;
  for (const { rule, count, causes } of buckets.values()) {
    // An error is listed with its unit, as in `ORD-06 spi`. Older logs list none.
    const isFired = (error: string): boolean => rules.includes(error.split(' ')[0]!);
    if (rules.includes(rule)) failed += count;
    else for (const [errors, tests] of causes) if (errors.split(', ').some(isFired)) failed += tests;
  }
  return failed;
}

export function addRates(rates: readonly PassRate[]): PassRate {
  const sum = (key: keyof PassRate): number => rates.reduce((total, rate) => total + rate[key], 0);
  return { passed: sum('passed'), tests: sum('tests') };
}

/** Formats a pass rate as a percentage, or `–` if no test judged the item. */
export function formatPassRate({ passed, tests }: PassRate): string {
  return tests === 0 ? '–' : formatPercentage((100 * passed) / tests);
}
