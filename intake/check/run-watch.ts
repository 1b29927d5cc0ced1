import type { DecodedProgram } from '../../arch/index.js';
import type { Scenario, Transaction, Verdict } from '../../transactions/index.js';
import { examineScenario } from './interlock-cost.js';
import { EvidenceCounter, type PassEvidence } from './pass-evidence.js';
import { type PathCoverage, type PathMarks, PathRecorder } from './path-coverage.js';
import { SectionClock, type SectionTime } from './section-clock.js';
import { SharedWords } from './shared-words.js';

/** The coverage of one run, as plain data that can be passed between threads. */
export interface RunCoverage {
  /** Number of waves that were formed. */
  readonly waves: number;
  readonly paths: PathMarks;
  readonly time: SectionTime;
  /** Byte offset of an access to a word that sections of different pixels load and store, if any. */
  readonly sharedPc: number | undefined;
}

/** Combines the coverage of several runs of a program. */
export function combineCoverage(program: DecodedProgram, runs: readonly RunCoverage[]): PathCoverage {
  const recorder = new PathRecorder(program);
  for (const { paths } of runs) recorder.add(paths);
  return recorder.getCoverage();
}

/** Measures the coverage of one run from its transactions. */
export class RunMonitor {
  private waves = 0;
  private readonly recorder: PathRecorder;
  private readonly clock: SectionClock;
  private readonly shared: SharedWords;

  constructor(scenario: Scenario) {
    const { decoded, report } = examineScenario(scenario);
    this.recorder = new PathRecorder(decoded);
    this.clock = new SectionClock(decoded, report.region);
    this.shared = new SharedWords(decoded, report.region);
    this.shared.startRun(scenario);
  }

  readonly sink = (t: Transaction): void => {
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
        this.recorder.sink(t);
        return;
      case 'instructions-issued':
        this.recorder.sink(t);
        this.clock.sink(t);
        return;
      case 'wave-formed':
        this.waves++;
    }
    this.recorder.sink(t);
    this.clock.sink(t);
    this.shared.sink(t);
  };

  /** Returns the evidence for this run, given its verdict. */
  getEvidence(verdict: Pick<Verdict, 'armed' | 'substance'>): PassEvidence {
    const counter = new EvidenceCounter();
    counter.add(verdict);
    return counter.getEvidence(this.waves, this.recorder.getCoverage());
  }

  /** The coverage so far. */
  get exercised(): RunCoverage {
    const { waves, recorder, clock, shared } = this;
    return { waves, paths: recorder.marks, time: clock.total, sharedPc: shared.pc };
  }
}
