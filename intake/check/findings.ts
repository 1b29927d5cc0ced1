import type { DecodedProgram } from '../../arch/index.js';
import type { RuleId, Violation } from '../../transactions/index.js';
import type { CheckViolation } from './check-violation.js';
import type { ClockedRun } from './interlock-cost.js';
import { EvidenceCounter, type PassEvidence } from './pass-evidence.js';
import type { RunReport } from './run-report.js';
import { combineCoverage } from './run-watch.js';

/** Collects the findings of a program's runs. */
export class Findings {
  readonly violations = new Map<string, CheckViolation>();
  /** For each unchecked rule, the data that was missing. */
  readonly unchecked = new Map<RuleId, string>();
  private readonly counter = new EvidenceCounter();

  constructor(private readonly reports: readonly RunReport[]) {
    for (const { judged, violations, unchecked, variant, scene } of reports) {
      if (judged !== undefined) this.counter.add(judged);
      for (const violation of violations) this.add(violation, variant, scene);
      for (const [rule, missing] of unchecked) this.unchecked.set(rule, missing);
    }
  }

  /** Number of runs that were judged. */
  get runCount(): number {
    return this.reports.filter(({ judged }) => judged !== undefined).length;
  }

  /** The runs with the measurements needed to compute their cost. */
  get clockedRuns(): readonly (RunReport & ClockedRun)[] {
    return this.reports.map((run) => ({
      ...run,
      time: run.coverage.time,
      overlapping: run.judged?.substance?.overlapping ?? 0,
    }));
  }

  /** Byte offset of an access to a word that is loaded and stored by the sections of several pixels, if any. */
  get sharedPc(): number | undefined {
    return this.reports.find(({ coverage }) => coverage.sharedPc !== undefined)?.coverage.sharedPc;
  }

  /** Returns the combined coverage of the runs. `program` is undefined if nothing ran. */
  getEvidence(program: DecodedProgram | undefined): PassEvidence {
    const exercised = this.reports.map((report) => report.coverage);
    const waves = exercised.reduce((sum, run) => sum + run.waves, 0);
    return this.counter.getEvidence(waves, program && combineCoverage(program, exercised));
  }

  /** Returns the violations, sorted by variant and scene. Their order within a scene is preserved. */
  listByScene(): readonly CheckViolation[] {
    return [...this.violations.values()].sort((a, b) => a.variant - b.variant || a.scene - b.scene);
  }

  private add(violation: Violation, variant: number, scene: number): void {
    const key = `${violation.rule} ${violation.severity} ${violation.unit} ${violation.place.pc ?? ''}`;
    const previous = this.violations.get(key);
    const isEarlier =
      previous === undefined ||
      variant < previous.variant ||
      (variant === previous.variant && scene < previous.scene);
    if (isEarlier) this.violations.set(key, { violation, variant, scene });
  }
}
