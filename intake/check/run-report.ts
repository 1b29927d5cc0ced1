import { UnsupportedOperation } from '../../arch/index.js';
import { runExternalProgram } from '../../harness/one-test/index.js';
import { UNCHECKED } from '../../harness/records/index.js';
import type { Corpus } from '../../stimulus/index.js';
import {
  type RuleId,
  type Scenario,
  UsageError,
  type Verdict,
  type Violation,
} from '../../transactions/index.js';
import { type CheckPlan, type PlannedRun, planRuns } from './check-runs.js';
import type { CheckSubject } from './check-subjects.js';
import { type RunCoverage, RunMonitor } from './run-watch.js';

/** A run of a program and its result, as plain data that can be passed between threads. */
export interface RunReport extends Pick<PlannedRun, 'index' | 'area' | 'variant' | 'scene'> {
  /** Whether the run omitted the memory contents chosen to reach certain paths. */
  readonly isFallback: boolean;
  readonly coverage: RunCoverage;
  /** The verdict's evidence; absent if the run stopped at an operation that is not modelled. */
  readonly judged?: Pick<Verdict, 'armed' | 'substance'>;
  readonly violations: readonly Violation[];
  /** Rules that could not be checked, each with the data that was missing. */
  readonly unchecked: readonly (readonly [rule: RuleId, missing: string])[];
  /** Why the run could not be judged; absent if it was. */
  readonly reason?: string | undefined;
  /** Whether further runs are pointless, because this one hung or was inconclusive. */
  readonly isLast: boolean;
}

/** A program's runs, or the reason that its scenarios could not be created. */
export type RunReports = { readonly reports: readonly RunReport[] } | { readonly rejection: string };

/** Runs a program on the scenes of a plan, until further runs are pointless. */
export function runScenes(subject: CheckSubject, plan: CheckPlan, corpus: Corpus): RunReports {
  try {
    const reports: RunReport[] = [];
    for (const run of planRuns(subject, plan, corpus)) {
      reports.push(runScene(run));
      if (reports.at(-1)!.isLast) break;
    }
    return { reports };
  } catch (error) {
    if (error instanceof UsageError) return { rejection: error.message };
    throw error;
  }
}

/**
 * Runs a scene and reports the result. Unrealistic memory contents may cause infinite loops or unmapped accesses, in
 * which case the scene is rerun without them.
 */
function runScene(run: PlannedRun): RunReport {
  const report = runScenario(run.scenario, run, false);
  return report.needsRerun && run.makeFallback !== undefined
    ? runScenario(run.makeFallback(), run, true)
    : report;
}

function runScenario(
  scenario: Scenario,
  { index, area, variant, scene }: PlannedRun,
  isFallback: boolean,
): RunReport & { readonly needsRerun: boolean } {
  const watch = new RunMonitor(scenario);
  const identity = { index, area, variant, scene, isFallback };
  try {
    const { verdict, finding, violations, gap, hung, inconclusive } = runExternalProgram(
      scenario,
      watch.sink,
    );
    const { armed, substance } = verdict;
    const missingData = gap === undefined && finding?.rule === UNCHECKED ? verdict.unchecked : [];
    return {
      ...identity,
      coverage: watch.exercised,
      judged: { armed, ...(substance === undefined ? {} : { substance }) },
      violations,
      unchecked: missingData.map(({ rule, missing }) => [rule, missing]),
      reason: gap ?? inconclusive,
      isLast: gap === undefined && (hung || inconclusive !== undefined),
      needsRerun: gap !== undefined || hung || inconclusive !== undefined,
    };
  } catch (error) {
    if (!(error instanceof UnsupportedOperation)) throw error;
    const noFindings = { violations: [], unchecked: [], isLast: false, needsRerun: false };
    return { ...identity, ...noFindings, coverage: watch.exercised, reason: error.message };
  }
}
