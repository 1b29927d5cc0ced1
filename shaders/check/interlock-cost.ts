import { chipOf, type DecodedProgram } from '../../arch/index.js';
import { examinedProgram, movableOf } from '../../checkers/index.js';
import { runUnjudged } from '../../harness/one-test/index.js';
import { withOverlapsBy } from '../../stimulus/index.js';
import type { Scenario, Transaction, TransactionSink } from '../../transactions/index.js';
import { SectionClock, type SectionTime } from './section-clock.js';

/** The interlock's cost for a program. Cycles are those of the model, whose latencies each scene draws. */
export interface InterlockCost extends SectionTime {
  /** Section instructions that could move out of it, by byte offset. */
  readonly movable: readonly number[];
  /**
   * The scene with the most overlapping waves, rerun with overlap counted differently; absent if none overlapped.
   */
  readonly compared?: ComparedScene;
}

/** Cycles from launch to end, summed over a scene's waves. */
export interface ComparedScene {
  readonly variant: number;
  readonly scene: number;
  readonly waves: number;
  readonly cycles: number;
  /** Without an interlock; the results are then wrong. */
  readonly cyclesWithout?: number;
  /** With overlap counted by pixels where the program asks for samples, or vice versa. */
  readonly otherwise?: { readonly by: 'pixels' | 'samples'; readonly cycles: number };
}

/** A run and its measurements. */
interface ClockedRun {
  readonly scenario: Scenario;
  readonly time: SectionTime;
  readonly overlapping: number;
  readonly variant: number;
  readonly scene: number;
}

/** Sums the interlock's cost over one program's runs. */
export class CostWatch {
  private readonly sum = { waves: 0, instructions: 0, instructionsInside: 0, cycles: 0, cyclesInside: 0 };
  /** The section's instructions, by index. */
  readonly region: ReadonlySet<number>;
  private readonly movable: readonly number[];
  private clock: SectionClock;
  private most: ClockedRun | undefined;

  constructor(
    private readonly program: DecodedProgram,
    { programs, chip }: Scenario,
  ) {
    const report = examinedProgram(program, programs[0]!, chipOf(chip).packers);
    const { ahead, behind } = movableOf(report);
    this.region = report.region;
    this.movable = [...ahead, ...behind].map(({ pc }) => pc);
    this.clock = new SectionClock(program, this.region);
  }

  /** Sink for the next run's transactions. */
  begin(): TransactionSink {
    this.clock = new SectionClock(this.program, this.region);
    return this.clock.sink;
  }

  /** Adds the run just watched. */
  add(scenario: Scenario, overlapping: number, variant: number, scene: number): void {
    const time = this.clock.total;
    for (const key of Object.keys(this.sum) as (keyof SectionTime)[]) this.sum[key] += time[key];
    if (overlapping > (this.most?.overlapping ?? 0))
      this.most = { scenario, time, overlapping, variant, scene };
  }

  /** The cost over all runs, after one or two more for the comparison. */
  cost(): InterlockCost {
    const { sum, movable, most } = this;
    return { ...sum, movable, ...(most === undefined ? {} : { compared: this.compared(most) }) };
  }

  private compared({ scenario, time, variant, scene }: ClockedRun): ComparedScene {
    const { waves, cycles } = time;
    const without = this.cyclesOf(withOverlapsBy(scenario, 'nothing'));
    const by = scenario.draws[0]!.interlock.startsWith('sample') ? 'pixels' : 'samples';
    const hasSamples = scenario.draws.some(({ samples }) => samples > 1);
    const other = hasSamples ? this.cyclesOf(withOverlapsBy(scenario, by)) : undefined;
    return {
      ...{ variant, scene, waves, cycles },
      ...(without === undefined ? {} : { cyclesWithout: without }),
      ...(other === undefined ? {} : { otherwise: { by, cycles: other } }),
    };
  }

  /** Cycles of all waves of a scene; undefined if one does not finish. */
  private cyclesOf(scenario: Scenario): number | undefined {
    const clock = new SectionClock(this.program, this.region);
    const isWhole = runUnjudged(scenario, (t: Transaction) => clock.sink(t));
    return isWhole ? clock.total.cycles : undefined;
  }
}
