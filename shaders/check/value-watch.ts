import { chipOf, decodeOnce, instructionSetOf } from '../../arch/index.js';
import type { Scenario, TransactionSink, Verdict } from '../../transactions/index.js';
import { CostWatch, type InterlockCost } from './interlock-cost.js';
import { type PassValue, ValueCounter } from './pass-value.js';
import { PathRecorder } from './path-cover.js';
import { SharedWords } from './shared-words.js';

/** Watches one program's runs and sums up what they exercised. */
export class ValueWatch {
  /** Judged runs. */
  runs = 0;
  private readonly counter = new ValueCounter();
  private recorder: PathRecorder | undefined;
  private costs: CostWatch | undefined;
  private shared: SharedWords | undefined;
  private scenario: Scenario | undefined;
  private waves = 0;
  private wavesBefore = 0;

  /** Sink for the transactions of the program's next run, on this scenario. */
  watch(scenario: Scenario): TransactionSink {
    const { programs, chip, wave } = scenario;
    const [program] = programs;
    const set = instructionSetOf(chipOf(chip));
    const decoded = decodeOnce(program!.words, set, wave, program!.epilog);
    this.recorder ??= new PathRecorder(decoded);
    this.costs ??= new CostWatch(decoded, scenario);
    this.shared ??= new SharedWords(decoded, this.costs.region);
    this.recorder.begin();
    this.shared.begin(scenario);
    this.scenario = scenario;
    this.wavesBefore = this.waves;
    const { sink } = this.recorder;
    const clock = this.costs.begin();
    const shared = this.shared.sink;
    return (t) => {
      if (t.kind === 'wave-formed') this.waves++;
      sink(t);
      clock(t);
      shared(t);
    };
  }

  /** Discards the run just watched, which is not judged. */
  forget(): void {
    this.recorder?.forget();
    this.waves = this.wavesBefore;
  }

  /** Adds what the run just watched exercised. */
  judged(verdict: Verdict, variant: number, scene: number): void {
    this.runs++;
    this.counter.add(verdict);
    this.costs!.add(this.scenario!, verdict.substance?.overlapping ?? 0, variant, scene);
  }

  /** The interlock's cost, if anything ran. */
  cost(): InterlockCost | undefined {
    return this.costs?.cost();
  }

  /** An access that showed words which sections of several pixels load and store, if any. */
  get sharedPc(): number | undefined {
    return this.shared?.pc;
  }

  value(): PassValue {
    return this.counter.value(this.waves, this.recorder?.cover());
  }
}
