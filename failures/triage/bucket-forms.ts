import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  BestEffortSteps,
  FAILURE_FILES,
  getFailureFolder,
  getIsolatedCaseFile,
} from '../../harness/basics/index.js';
import { type ReplayResult, replayScenario, runScenarioTest } from '../../harness/one-test/index.js';
import { sortCausesFirst, sortForExplanation } from '../../harness/records/index.js';
import { type Bucket, type RunReport, readLogged, readTriage } from '../../harness/run-directory/index.js';
import { formatTestId } from '../../harness/selection/index.js';
import type { ShrunkFailure } from '../../harness/triage-findings/index.js';
import { decodeScenario, type Scenario, UsageError, type Violation } from '../../transactions/index.js';
import { getMaskedKey } from '../groups/failure-groups.js';
import { findFailureGroups } from '../groups/run-groups.js';
import { makeOtherSchedule } from '../shrink/failure-probe.js';
import { readExplanation } from '../stored/stored-failure.js';

/**
 * Reruns a shrunk failure. Returns undefined if its scenario is corrupt or from another version, or if it no longer
 * fails.
 */
function rerunShrunkFailure(file: string): ShrunkFailure | undefined {
  const replayed = replayFile(file);
  if (replayed === undefined) return undefined;
  const { scenario, run, verdict, finding, witness } = replayed;
  if (finding === undefined) return undefined;
  return {
    file,
    scenario,
    waves: run.waves,
    primitives: scenario.draws.reduce((sum, { depths }) => sum + depths.length, 0),
    observed: sortForExplanation(verdict.violations)[0]?.observed ?? '',
    ...(witness === undefined ? {} : { witness }),
  };
}

/** How many other schedules a shrunk case is run under, to collect the different ways its bug is reported. */
const OTHER_SCHEDULES = 20;

/**
 * Runs a shrunk case under its own and other schedules, and returns the kinds of violation seen, without numbers. How a
 * bug shows up depends on timing, so there may be several.
 */
export function collectKinds(scenario: Scenario): string[] {
  const kinds = new Set<string>();
  for (let attempt = 0; attempt <= OTHER_SCHEDULES; attempt++) {
    const schedule = attempt === 0 ? scenario.schedule : makeOtherSchedule(attempt);
    const { violations } = runScenarioTest({ ...scenario, schedule }).verdict;
    const errors = violations.filter(({ severity }) => severity === 'error');
    const [first] = sortCausesFirst(errors.map((violation) => ({ violation })));
    if (first !== undefined) kinds.add(getViolationKind(first.violation));
  }
  return [...kinds].sort();
}

const COUNTED_NOUNS =
  /\b(access|bit|cycle|draw|lane|line|pixel|primitive|quad|row|sample|slot|wave|word)e?s\b/g;

/**
 * Returns a violation's rule and observation, reworded so that they do not depend on counts, the kind of access or the
 * shading rate: `RACE-01: Still outstanding: N ordered access; the oldest is an access at pc N.`
 */
export function getViolationKind({ rule, observed }: Pick<Violation, 'rule' | 'observed'>): string {
  const text = withoutNumbers(observed)
    .replace(/\b(?:load|store|atomic)(s?)\b/g, (_, plural) => (plural === '' ? 'access' : 'accesses'))
    .replace(/\bsample N of /g, '')
    .replace(COUNTED_NOUNS, '$1')
    .replace(/\ba access\b/g, 'an access');
  return `${rule}: ${text}`;
}

function replayFile(file: string): ReplayResult | undefined {
  try {
    return replayScenario(decodeScenario(readLogged('scenario', file), file));
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/**
 * Returns the first line, with parenthesised parts removed and numbers replaced by `N`, since both vary with the seed.
 */
function withoutNumbers(text: string): string {
  return text
    .split('\n', 1)[0]!
    .replace(/\([^()]*\)/g, '')
    .replace(/0x[0-9a-f]+|\d{1,3}(?:,\d{3})+|\d+/gi, 'N')
    .replace(/ +/g, ' ');
}

/**
 * Adds the triage findings to a report: shrunk failures, buckets with several forms, and rules fired by different bugs.
 */
export function withTriageFindings(report: RunReport, optionalSteps = new BestEffortSteps()): RunReport {
  const rerunCase: RerunCase = (file) =>
    optionalSteps.attempt(`shrunk failure ${file}`, () => rerunShrunkFailure(file));
  const { outDir } = report.request;
  const shrunk = new Map<string, ShrunkFailure>();
  const kinds = readTriage(outDir);
  for (const bucket of report.tally.buckets.values()) {
    const smallest = findSmallest(outDir, bucket, rerunCase);
    if (smallest !== undefined) shrunk.set(bucket.signature, withExplanation(smallest));
  }
  for (const { maskedBy } of findFailureGroups({ tally: report.tally, kinds })) {
    const alone = maskedBy && rerunIfStored(outDir, maskedBy, getIsolatedCaseFile(maskedBy.other), rerunCase);
    if (alone !== undefined) shrunk.set(getMaskedKey(maskedBy!), alone);
  }
  return {
    ...report,
    shrunk,
    kinds,
  };
}

function withExplanation(failure: ShrunkFailure): ShrunkFailure {
  const why = readExplanation(dirname(failure.file));
  return why === undefined ? failure : { ...failure, why };
}

/** Reruns a stored case. Returns undefined if it cannot be rerun or no longer fails. */
type RerunCase = (file: string) => ReturnType<typeof rerunShrunkFailure>;

function rerunIfStored(
  directory: string,
  { signature, test }: { readonly signature: string; readonly test: string },
  name: string,
  rerunCase: RerunCase,
): ReturnType<RerunCase> {
  const file = join(directory, getFailureFolder(signature, test), name);
  return existsSync(file) ? rerunCase(file) : undefined;
}

/** Returns the failure in a bucket that shrank to the fewest waves and primitives; undefined if none was shrunk. */
function findSmallest(
  directory: string,
  { signature, examples }: Bucket,
  rerunCase: RerunCase,
): ShrunkFailure | undefined {
  let smallest: ShrunkFailure | undefined;
  for (const { test } of examples) {
    const stored = { signature, test: formatTestId(test) };
    const failure = rerunIfStored(directory, stored, FAILURE_FILES.shrunk, rerunCase);
    if (failure === undefined) continue;
    const { waves, primitives } = failure;
    if (smallest === undefined || waves + primitives < smallest.waves + smallest.primitives)
      smallest = failure;
  }
  return smallest;
}
