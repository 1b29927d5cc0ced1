import { CHIP_NAMES } from '../../../../arch/index.js';
import type { RunTestResult } from '../../../../harness/run-directory/test-results.js';

/**
 * Creates the results of tests that alternate between two sequences, each test slower and larger than the last.
 * `failures` maps the positions of failed tests to their signatures.
 */
export function makeResults(count: number, failures: Readonly<Record<number, string>> = {}): RunTestResult[] {
  return Array.from({ length: count }, (_, position) => {
    const sequence = position % 2 === 0 ? 'rmw_buffer' : 'or_bits';
    const test = { sequence, index: position >> 1, seed: `0x${(position + 0xf00).toString(16)}` };
    const signature = failures[position];
    const failure = {
      test,
      outcome: 'failed' as const,
      signature: signature ?? '',
      rule: 'ORD-01',
      waves: 1,
      summary: 'seen',
    };
    return {
      position,
      test,
      outcome: signature === undefined ? 'passed' : 'failed',
      chip: CHIP_NAMES[position % CHIP_NAMES.length],
      waves: position,
      cycles: 1000 * position,
      instructions: 1,
      seconds: position / 1000,
      rules: { armed: 1, fired: 0 },
      failure: signature === undefined ? undefined : failure,
    };
  });
}
