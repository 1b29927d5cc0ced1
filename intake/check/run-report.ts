import {
  chipOf,
  type DecodedProgram,
  decodeCached,
  getInstructionSet,
  UnsupportedOperation,
} from '../../arch/index.js';
import { examineProgram } from '../../checkers/index.js';
import { runExternalProgram } from '../../harness/one-test/index.js';
import { UNCHECKED } from '../../harness/records/index.js';
import type { Corpus } from '../../stimulus/index.js';
import {
  type RuleId,
  type Scenario,
  type Transaction,
  UsageError,
  type Verdict,
  type Violation,
} from '../../transactions/index.js';
import { type CheckPlan, type PlannedRun, planRuns } from './check-runs.js';
import type { PassEvidence, PathCoverage } from './check-schema.js';
import type { CheckSubject } from './check-subjects.js';
import { sumEvidence } from './pass-evidence.js';
import { type PathMarks, PathRecorder } from './path-coverage.js';
import { SharedWords } from './shared-words.js';

/** The coverage of one run, as plain data that can be passed between threads. */
interface RunCoverage {
  readonly waves: number;
  readonly paths: PathMarks;
  /** Byte offset of an access to a word that sections of different pixels load and store, if any. */
  readonly sharedPc: number | undefined;
}

/** Combines the coverage of several runs of a program. */
export function combineCoverage(program: DecodedProgram, runs: readonly RunCoverage[]): PathCoverage {
  const recorder = new PathRecorder(program);
  for (const { paths } of runs) recorder.add(paths);
  return recorder.getCoverage();
}

/** Returns the decoded program of a run. */
export function decodeScenarioProgram({ programs, chip, wave }: Scenario): DecodedProgram {
  const { words, epilog } = programs[0]!;
  return decodeCached(words, getInstructionSet(chipOf(chip)), wave, epilog);
}

/** Measures the coverage of a run's first program from its transactions. */
export class RunMonitor {
  private waves = 0;
  private readonly recorder: PathRecorder;
  private readonly shared: SharedWords;
  /** Waves of other draws' programs, which are not monitored. */
  private readonly others = new Set<number>();

  constructor(private readonly scenario: Scenario) {
    const decoded = decodeScenarioProgram(scenario);
    const { region } = examineProgram(decoded, scenario.programs[0]!, chipOf(scenario.chip).packers);
    this.recorder = new PathRecorder(decoded);
    this.shared = new SharedWords(decoded, region);
    this.shared.startRun(scenario);
  }

  readonly sink = (t: Transaction): void => {
    if (t.kind === 'wave-formed' && this.scenario.draws[t.draw]!.program > 0) this.others.add(t.wave);
    if (this.others.size > 0 && 'wave' in t && this.others.has(t.wave)) return;
    // Nearly all transactions are of the first few kinds, so those return early.
    switch (t.kind) {
      case 'code-line-served':
      case 'memory-performed':
      case 'memory-returned':
        return;
      case 'memory-issued':
        this.shared.sink(t);
        return;
      case 'wait-done':
      case 'instructions-issued':
        this.recorder.sink(t);
        return;
      case 'wave-formed':
        this.waves++;
    }
    this.recorder.sink(t);
    this.shared.sink(t);
  };

  /** Returns the evidence for this run, given its verdict. */
  getEvidence(verdict: Pick<Verdict, 'armed' | 'substance'>): PassEvidence {
    return sumEvidence([verdict], this.waves, this.recorder.getCoverage());
  }

  /** The coverage so far. */
  get exercised(): RunCoverage {
    const { waves, recorder, shared } = this;
    return { waves, paths: recorder.marks, sharedPc: shared.pc };
  }
}

/** A run of a program and its result, as plain data. */
export interface RunReport extends Pick<PlannedRun, 'variant' | 'scene'> {
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

/** A program's runs; none if its scenarios could not be created, for the reason in `rejection`. */
export interface RunReports {
  readonly reports: readonly RunReport[];
  readonly rejection?: string;
}

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
    if (error instanceof UsageError) return { reports: [], rejection: error.message };
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
  { variant, scene }: PlannedRun,
  isFallback: boolean,
): RunReport & { readonly needsRerun: boolean } {
  const watch = new RunMonitor(scenario);
  const identity = { variant, scene, isFallback };
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
