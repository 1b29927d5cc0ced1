import { chipOf, decodeOnce, instructionSetOf } from '../../arch/index.js';
import type { Scenario, TransactionSink, Verdict } from '../../transactions/index.js';
import { type PassValue, ValueCounter } from './pass-value.js';
import { PathRecorder } from './path-cover.js';

/** Watches the runs of one program and sums up what they exercised. */
export class ValueWatch {
  /** Runs that were judged. */
  runs = 0;
  private readonly counter = new ValueCounter();
  private recorder: PathRecorder | undefined;
  private waves = 0;
  private wavesBefore = 0;

  /** Where the transactions of a scenario's run go, which is the next run of the program. */
  watch({ programs, chip, wave }: Scenario): TransactionSink {
    const [program] = programs;
    const set = instructionSetOf(chipOf(chip));
    this.recorder ??= new PathRecorder(decodeOnce(program!.words, set, wave, program!.epilog));
    this.recorder.begin();
    this.wavesBefore = this.waves;
    const { sink } = this.recorder;
    return (t) => {
      if (t.kind === 'wave-formed') this.waves++;
      sink(t);
    };
  }

  /** The run that was watched last is not judged, and counts for nothing. */
  forget(): void {
    this.recorder?.forget();
    this.waves = this.wavesBefore;
  }

  /** Adds what a run exercised. */
  judged(verdict: Verdict): void {
    this.runs++;
    this.counter.add(verdict);
  }

  value(): PassValue {
    return this.counter.value(this.waves, this.recorder?.cover());
  }
}
