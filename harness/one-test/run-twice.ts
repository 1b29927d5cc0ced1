import { createHash } from 'node:crypto';
import { encode } from '@msgpack/msgpack';
import { encodeScenario, type Scenario } from '../../transactions/index.js';
import type { TestOutcome } from './one-test.js';

/** One test in every `INTERVAL` is run twice on different workers, and another one twice on the same worker. */
const INTERVAL = 100;
/** The position of the former within each group of `INTERVAL`; the latter comes first. */
const OFFSET = 50;
/** The number of tests at the start of a run that are generated twice, which takes little time. */
const FIRST_TESTS = 12;

/**
 * Whether the test at the given position in the plan is run a second time on another worker. The positions are the same
 * in all runs.
 */
export function shouldRunTwice(position: number): boolean {
  return position % INTERVAL === OFFSET;
}

/** Whether the test at the given position is run again at once, so that even a short run has one that runs twice. */
export function shouldRunAgain(position: number): boolean {
  return position % INTERVAL === 0;
}

/**
 * Whether the test at the given position is generated again after it has run. That shows generators and constraints
 * that draw from more than the seed: chance of their own, the clock, a global, or the order of a set.
 */
export function shouldGenerateTwice(position: number): boolean {
  return position < FIRST_TESTS || shouldRunTwice(position) || shouldRunAgain(position);
}

/** Returns the first difference between two scenarios, as `FIELD is A, then B`, or undefined if there is none. */
export function describeDifference(first: Scenario, second: Scenario): string | undefined {
  if (Buffer.compare(encodeScenario(first), encodeScenario(second)) === 0) return undefined;
  return findDifference(first, second, '') ?? 'the order of its fields differs';
}

function findDifference(first: unknown, second: unknown, path: string): string | undefined {
  if (!isObject(first) || !isObject(second))
    return Object.is(first, second) ? undefined : `${path} is ${show(first)}, then ${show(second)}`;
  for (const key of new Set([...Object.keys(first), ...Object.keys(second)])) {
    const name = Array.isArray(first) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    const difference = findDifference(first[key], second[key], name);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

const MAX_SHOWN = 40;

function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'absent').slice(0, MAX_SHOWN);
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
