import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { aloneFile, FAILURE_FILES, failureFolder } from '../../base/basics/index.js';
import type { TestResult } from '../../harness/one-test/index.js';
import { firedErrors } from '../../harness/records/index.js';
import { type Bucket, type FailureExample, writeLogged } from '../../harness/run-directory/index.js';
import { testId } from '../../harness/selection/index.js';
import type { ObservedKinds } from '../../harness/triage-findings/index.js';
import { type Scenario, scenarioToJson } from '../../transactions/index.js';
import type { FailureGroup } from '../groups/failure-groups.js';
import { isOfFamily } from '../groups/one-bug-rules.js';
import { type ShrinkOptions, shrinkScenario } from '../shrink/shrink.js';
import { readFailure } from '../stored/stored-failure.js';
import { keepWhy } from '../why/why-files.js';
import { kindsOf, readShrunk } from './shrunk-form.js';

/** A bucket's stored failure. */
export interface Example {
  readonly bucket: Bucket;
  readonly failure: FailureExample;
}

/** A failure to shrink. */
export interface ShrinkJob {
  /** File for the smaller case. */
  readonly file: string;
  /** Undefined if there is nothing to shrink, or it is already done. */
  readonly scenario: () => Scenario | undefined;
  /** The failure being shrunk; absent for a bug beside another one. */
  readonly of?: { readonly signature: string; readonly test: string };
  /** What each smaller case must show, if not the failure's signature. */
  readonly shows?: (result: TestResult) => boolean;
}

/** Failures of a bucket to shrink to see whether they are one bug. */
const EXAMPLES_MAX = 4;
/** Budget for explaining a shrunk failure: some hundred runs of a small case, about half a second. */
const WHY_WORK = 200_000;

/** What to shrink of a group: some failures of each bucket; a bug beside another one where it was seen. */
export function jobsOf(directory: string, group: FailureGroup, examples: readonly Example[]): ShrinkJob[] {
  const { shownBy } = group;
  if (shownBy === undefined) {
    return examples
      .filter(({ bucket, failure }) => bucket.examples.indexOf(failure) < EXAMPLES_MAX)
      .map((example) => failureJob(directory, example));
  }
  const { signature, test, other } = shownBy;
  const file = join(directory, failureFolder(signature, test), aloneFile(other));
  const scenario = (): Scenario | undefined =>
    (existsSync(file) ? readShrunk(file) : readFailure(directory, signature, test))?.scenario;
  const shows = ({ verdict }: TestResult): boolean =>
    firedErrors(verdict.violations).some((error) => isOfFamily(error, other));
  return [{ file, scenario, shows }];
}

function failureJob(directory: string, { bucket: { signature }, failure }: Example): ShrinkJob {
  const test = testId(failure.test);
  const file = join(directory, failureFolder(signature, test), FAILURE_FILES.shrunk);
  return {
    file,
    of: { signature, test },
    scenario: () => (existsSync(file) ? undefined : readFailure(directory, signature, test)?.scenario),
  };
}

/** Shrinks a failure and writes the smaller case to its file. Returns what the smallest case shows; undefined if the search was cut short. */
export async function shrinkJob(
  { file, of, scenario, shows }: ShrinkJob,
  options: ShrinkOptions,
): Promise<ObservedKinds | undefined> {
  const original = scenario();
  if (original === undefined) return undefined;
  const began = performance.now();
  const isOver = (): boolean =>
    options.signal?.aborted === true || performance.now() - began > options.budgetMs;
  const result = await shrinkScenario(original, shows === undefined ? options : { ...options, shows });
  if (result === undefined) return undefined;
  writeLogged(file, scenarioToJson(result.scenario));
  // A folder's explanation is for its failure, not for a bug beside it.
  if (of === undefined) return undefined;
  if (!isOver()) keepWhy(dirname(file), result.scenario, { work: WHY_WORK, isOver });
  return result.complete ? { ...of, kinds: kindsOf(result.scenario) } : undefined;
}
