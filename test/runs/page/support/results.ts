import { CHIP_NAMES } from '../../../../arch/index.js';
import type { RunTestResult } from '../../../../harness/run-directory/test-results.js';

/**
 * Results of tests that alternate between two sequences, each slower and larger than the one before. The tests
 * in `failed` failed with the given signatures.
 */
export function makeResults(count: number, failed: Readonly<Record<number, string>> = {}): RunTestResult[] {
  return Array.from({ length: count }, (_, position) => {
    const sequence = position % 2 === 0 ? 'rmw_buffer' : 'or_bits';
    const test = { sequence, index: position >> 1, seed: `0x${(position + 0xf00).toString(16)}` };
    const signature = failed[position];
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
