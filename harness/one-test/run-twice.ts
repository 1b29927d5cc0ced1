import { createHash } from 'node:crypto';
import { encode } from '@msgpack/msgpack';
import { encodeScenario } from '../../transactions/index.js';
import type { OneTestOutcome } from './one-test.js';

/** One test in this many is run twice. */
const ONE_IN = 100;
/** The position of that test within each hundred. */
const OFFSET = 50;

/** Whether the test at this position in the plan runs twice. Every run repeats the same tests. */
export function runsTwice(position: number): boolean {
  return position % ONE_IN === OFFSET;
}

/** A digest of a test's results: its scenario, every hardware choice, the verdict and the outcome. */
export function renderDigest(result: OneTestOutcome['result'], failure: OneTestOutcome['failure']): string {
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
