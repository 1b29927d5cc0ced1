import type { Bucket } from '../../harness/run-directory/index.js';
import { isUserDefinedId } from '../../transactions/index.js';
import { type FiredError, getErrorRule, isError } from '../groups/one-bug-rules.js';

/** Counts of failing tests by name. */
export type Counts = ReadonlyMap<string, number>;

/** The fingerprint of a bug, derived from the tests that fail because of it. */
export interface Fingerprint {
  readonly tests: number;
  /** The number of tests in which each error fired, by rule and unit. */
  readonly fired: Counts;
  /** The number of tests in which each error was the cause, by rule and unit. */
  readonly caused: Counts;
  /** The number of tests by generation. */
  readonly generations: Counts;
  /** The number of tests by program. */
  readonly programs: Counts;
}

/**
 * Builds the fingerprint of the failures in the given buckets. Omits errors that `isFromBug` attributes to other bugs.
 */
export function makeFingerprint(
  buckets: Iterable<Pick<Bucket, 'signature' | 'causes'>>,
  isFromBug: (error: FiredError) => boolean = () => true,
): Fingerprint {
  const [fired, caused, generations, programs] = [makeCounter(), makeCounter(), makeCounter(), makeCounter()];
  let tests = 0;
  for (const { signature, causes } of buckets) {
    const [, , generation = '', program = ''] = signature.split(' ');
    for (const [text, count] of causes) {
      const errors = text.split(', ').filter((error) => isProjectRule(error) && isFromBug(error));
      const [cause] = errors;
      if (cause === undefined) continue;
      tests += count;
      addCount(caused, cause, count);
      for (const error of errors) addCount(fired, error, count);
      addCount(generations, generation, count);
      addCount(programs, program.split('/', 1)[0]!, count);
    }
  }
  return { tests, fired, caused, generations, programs };
}

/**
 * Returns whether an error comes from one of this project's rules. The fingerprints of library faults cover no other
 * rules.
 */
export function isProjectRule(error: FiredError): boolean {
  return isError(error) && !isUserDefinedId(getErrorRule(error));
}

const makeCounter = (): Map<string, number> => new Map();

function addCount(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}
