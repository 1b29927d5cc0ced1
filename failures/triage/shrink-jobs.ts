import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FAILURE_FILES, getFailureFolder, getIsolatedCaseFile } from '../../base/basics/index.js';
import { type Bucket, type FailureExample, writeAndLogHash } from '../../harness/run-directory/index.js';
import { formatTestId } from '../../harness/selection/index.js';
import type { ObservedKinds } from '../../harness/triage-findings/index.js';
import { encodeScenario, type RuleId, type Scenario } from '../../transactions/index.js';
import type { FailureGroup } from '../groups/failure-groups.js';
import { readFailure, readScenarioFile } from '../stored/stored-failure.js';
import { storeExplanation } from '../why/why-files.js';
import type { CaseRunner, CaseWatch } from './case-runner.js';

/** A stored failure and its bucket. */
export interface Example {
  readonly bucket: Bucket;
  readonly failure: FailureExample;
}

/** A failure to shrink. */
export interface ShrinkJob {
  /** The file that the smaller case is written to. */
  readonly file: string;
  /** Reads the scenario, or returns undefined if there is nothing to shrink or it has already been shrunk. */
  readonly scenario: () => Scenario | undefined;
  /** The failure being shrunk. Undefined for a bug that was found alongside another. */
  readonly failure?: { readonly signature: string; readonly test: string };
  /** If present, smaller cases must fire an error in this rule's family rather than match the failure's signature. */
  readonly other?: RuleId;
}

/** The maximum number of failures to shrink per bucket, to find out whether they have the same cause. */
const MAX_EXAMPLES = 4;

/**
 * Returns the shrink jobs for a group: one for each of up to `MAX_EXAMPLES` failures per bucket or, for a bug found
 * alongside another, one for the failure that revealed it.
 */
export function makeJobs(directory: string, group: FailureGroup, examples: readonly Example[]): ShrinkJob[] {
  const { maskedBy } = group;
  if (maskedBy === undefined) {
    return examples
      .filter(({ bucket, failure }) => bucket.examples.indexOf(failure) < MAX_EXAMPLES)
      .map((example) => makeFailureJob(directory, example));
  }
  const { signature, test, other } = maskedBy;
  const file = join(directory, getFailureFolder(signature, test), getIsolatedCaseFile(other));
  const scenario = (): Scenario | undefined =>
    readScenarioFile(file) ?? readFailure(directory, signature, test)?.scenario;
  return [{ file, scenario, other }];
}

function makeFailureJob(directory: string, { bucket: { signature }, failure }: Example): ShrinkJob {
  const test = formatTestId(failure.test);
  const file = join(directory, getFailureFolder(signature, test), FAILURE_FILES.shrunk);
  return {
    file,
    failure: { signature, test },
    scenario: () => (existsSync(file) ? undefined : readFailure(directory, signature, test)?.scenario),
  };
}

/**
 * Shrinks a failure and writes the smaller case to its file. Returns the kinds of violation found, or undefined if
 * there is nothing to shrink, if the search was cut short, or for a bug found alongside another.
 */
export async function runShrinkJob(
  { file, failure, scenario, other }: ShrinkJob,
  budgetMs: number,
  runner: CaseRunner,
  watch: CaseWatch,
): Promise<ObservedKinds | undefined> {
  const original = scenario();
  if (original === undefined) return undefined;
  const job = { kind: 'shrink', scenario: encodeScenario(original), budgetMs } as const;
  const { smallest } = await runner.run(other === undefined ? job : { ...job, other }, watch);
  if (smallest === undefined) return undefined;
  const { kinds, why } = smallest;
  writeAndLogHash(file, smallest.scenario);
  watch.onStep?.(smallest);
  if (why !== undefined) storeExplanation(dirname(file), why);
  return failure === undefined || kinds === undefined ? undefined : { ...failure, kinds };
}
