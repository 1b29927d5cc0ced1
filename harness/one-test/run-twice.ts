import { createHash } from 'node:crypto';
import { encode } from '@msgpack/msgpack';
import { encodeScenario } from '../../transactions/index.js';
import type { TestOutcome } from './one-test.js';

/** One test in every `INTERVAL` is run twice. */
const INTERVAL = 100;
/** The position of that test within each group of `INTERVAL`. */
const OFFSET = 50;

/** Whether the test at the given position in the plan is run twice. The positions are the same in all runs. */
export function shouldRunTwice(position: number): boolean {
  return position % INTERVAL === OFFSET;
}

/** Computes a digest of a test's results: its scenario, every hardware choice, the verdict and the outcome. */
export function computeDigest(result: TestOutcome['result'], failure: TestOutcome['failure']): string {
  const hash = createHash('sha256');
  if (result !== undefined) {
    hash.update(encodeScenario(result.scenario));
    hash.update(encode([result.run, result.verdict], { ignoreUndefined: true }));
  }
  const { outcome = 'passed', signature = '', message = '' } = failure ?? {};
  return hash
    .update(encode([outcome, signature, message]))
    .digest('hex')
    .slice(0, 16);
}
