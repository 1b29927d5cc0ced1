import { type Corpus, canHaveFault } from '../../stimulus/index.js';
import type { FaultId } from '../../transactions/index.js';
import { runTest } from '../one-test/run-test.js';
import type { PlannedTest } from '../selection/plan.js';
import { findSequence, type Overrides, selectChips } from '../selection/selection.js';

/** Settings shared by all the tests of a suite. */
export interface SuiteBase {
  readonly suite: string;
  readonly overrides: Overrides;
}

/** A fault, and the test that kills it. */
export interface FaultKill<T> {
  readonly fault: FaultId;
  readonly by: T;
}

/** The combined results of a ranked suite's tests. */
export interface RankedClaim {
  /** The number of covered bins. */
  readonly bins: number;
  /** The faults that the suite kills, each with the first test that kills it. */
  readonly kills: readonly FaultKill<PlannedTest>[];
}

/**
 * Whether a passing test fails when the fault is injected. False if the fault does not apply to its sequence or chips,
 * or if the test ends in a testbench error, which proves nothing.
 */
export function killsFault(
  { sequence: name, seed }: Pick<PlannedTest, 'sequence' | 'seed'>,
  fault: FaultId,
  { suite, overrides: fixed }: SuiteBase,
  corpus: Corpus,
): boolean {
  const sequence = findSequence(name, suite);
  const overrides = { ...fixed, faults: [fault] };
  if (!canHaveFault(sequence, fault) || selectChips(sequence, overrides).length === 0) return false;
  try {
    return runTest({ sequence, seed, overrides, corpus }, { untilError: true }).finding?.outcome === 'failed';
  } catch {
    return false;
  }
}

/** Finds the first test that kills each fault. Faults that no test kills are omitted. */
export function findFirstKills<T>(
  faults: readonly FaultId[],
  tests: readonly T[],
  kills: (test: T, fault: FaultId) => boolean,
): FaultKill<T>[] {
  return faults.flatMap((fault) => {
    const by = tests.find((test) => kills(test, fault));
    return by === undefined ? [] : [{ fault, by }];
  });
}

/**
 * Finds, for each fault, a test that kills it, if possible. Tests chosen for earlier faults are tried first, followed
 * by at most `tries` tests from `others`, which are sorted by cost.
 */
export function findKillers<T>(
  faults: readonly FaultId[],
  others: readonly T[],
  tries: number,
  kills: (test: T, fault: FaultId) => boolean,
): FaultKill<T>[] {
  const chosen: FaultKill<T>[] = [];
  for (const fault of faults) {
    const killers = [...new Set(chosen.map(({ by }) => by))];
    const candidates = [...killers, ...others.filter((test) => !killers.includes(test)).slice(0, tries)];
    chosen.push(...findFirstKills([fault], candidates, kills));
  }
  return chosen;
}
