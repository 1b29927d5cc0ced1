import { chipOf, type DecodedProgram } from '../../arch/index.js';
import { examinedProgram, movableOf } from '../../checkers/index.js';
import { runUnjudged } from '../../harness/one-test/index.js';
import { withOverlapsBy } from '../../stimulus/index.js';
import type { Scenario, Transaction, TransactionSink } from '../../transactions/index.js';
import { SectionClock, type SectionTime } from './section-clock.js';

/** What the interlock costs a program. Cycles are those of the model, whose latencies each scene draws. */
export interface InterlockCost extends SectionTime {
  /** Instructions of the section that could stand outside of it, by their byte offsets. */
  readonly movable: readonly number[];
  /** The scene in which most waves overlapped, run again with overlap counted otherwise; absent where none did. */
  readonly compared?: ComparedScene;
}

/** Cycles from launch to end of all waves of one scene. */
export interface ComparedScene {
  readonly variant: number;
  readonly scene: number;
  readonly waves: number;
  readonly cycles: number;
  /** Without an interlock; the results are then wrong. */
  readonly cyclesWithout?: number;
  /** With overlap counted by pixels where the program asks for samples, or the other way round. */
  readonly otherwise?: { readonly by: 'pixels' | 'samples'; readonly cycles: number };
}

/** One run, and what it came to. */
interface ClockedRun {
  readonly scenario: Scenario;
  readonly time: SectionTime;
  readonly overlapping: number;
  readonly variant: number;
  readonly scene: number;
}

/** Adds up what the interlock costs in the runs of one program. */
export class CostWatch {
  private readonly sum = { waves: 0, instructions: 0, instructionsInside: 0, cycles: 0, cyclesInside: 0 };
  private readonly region: ReadonlySet<number>;
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

  /** Where the transactions of the next run go. */
  begin(): TransactionSink {
    this.clock = new SectionClock(this.program, this.region);
    return this.clock.sink;
  }

  /** Takes in the run that was watched last. */
  add(scenario: Scenario, overlapping: number, variant: number, scene: number): void {
    const time = this.clock.total;
    for (const key of Object.keys(this.sum) as (keyof SectionTime)[]) this.sum[key] += time[key];
    if (overlapping > (this.most?.overlapping ?? 0))
      this.most = { scenario, time, overlapping, variant, scene };
  }

  /** The costs of all runs, after another run or two for the comparison. */
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

  /** Cycles of all waves of a scene; undefined where one does not come to its end. */
  private cyclesOf(scenario: Scenario): number | undefined {
    const clock = new SectionClock(this.program, this.region);
    const isWhole = runUnjudged(scenario, (t: Transaction) => clock.sink(t));
    return isWhole ? clock.total.cycles : undefined;
  }
}
