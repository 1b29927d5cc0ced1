import {
  countLitmusRuns,
  LITMUS_MEMORY,
  LITMUS_RESULT_WORDS,
  LITMUS_TESTS,
  QUAD_COLUMN,
} from '../../../transactions/index.js';
import type { LitmusRun, WeakOutcome } from '../../evidence/rule/weak-outcome.js';
import type { Handlers } from '../../kit.js';

/** Counts a litmus cell's complete runs, and how many showed its outcome, based on the results that waves stored. */
export class OutcomeCounter {
  /** Number of complete runs: those with results from all threads. */
  runCount = 0;
  /** Number of complete runs that showed the outcome. */
  seenCount = 0;
  /** The primitive index of each wave, which encodes its run and thread. */
  private readonly primitives = new Map<number, number>();
  private readonly formedPrimitives = new Set<number>();
  /** The L0 that served each primitive, which identifies its compute unit. */
  private readonly l0s = new Map<number, number>();
  /** The id read by each primitive's first poll. */
  private readonly polledIds = new Map<number, number>();

  constructor(private readonly outcome: WeakOutcome) {}

  readonly on: Handlers = {
    'wave-formed': ({ wave, quads }) => {
      this.primitives.set(wave, quads[QUAD_COLUMN.PRIMITIVE]);
      this.formedPrimitives.add(quads[QUAD_COLUMN.PRIMITIVE]);
    },
    'memory-performed': ({ wave, level, cache }) => {
      const primitive = this.primitives.get(wave);
      if (level === 'L0' && cache !== undefined && primitive !== undefined) this.l0s.set(primitive, cache);
    },
    'exiting-id-polled': ({ wave, id }) => {
      const primitive = this.primitives.get(wave);
      if (primitive !== undefined && !this.polledIds.has(primitive)) this.polledIds.set(primitive, id);
    },
    'memory-dumped': ({ object, words }) => {
      if (object !== LITMUS_MEMORY) return;
      for (let index = 0; index < countLitmusRuns(this.outcome.cell); index++) {
        const run = this.getRun(words, index);
        if (!this.hasAllThreads(index) || run.results[0] === -1) continue;
        this.runCount++;
        if (this.outcome.isObserved(run)) this.seenCount++;
      }
    },
  };

  private hasAllThreads(run: number): boolean {
    const { threads } = LITMUS_TESTS[this.outcome.cell];
    const firstPrimitive = run * threads;
    return Array.from({ length: threads }, (_, i) => firstPrimitive + i).every((primitive) =>
      this.formedPrimitives.has(primitive),
    );
  }

  private getRun(words: Int32Array, index: number): LitmusRun {
    const { threads } = LITMUS_TESTS[this.outcome.cell];
    const stored = words.subarray(index * LITMUS_RESULT_WORDS, (index + 1) * LITMUS_RESULT_WORDS);
    return {
      results: Array.from(stored, (word) => word - 1),
      getL0: (thread) => this.l0s.get(index * threads + thread) ?? -1,
      getPolledId: (thread) => this.polledIds.get(index * threads + thread) ?? -1,
    };
  }
}
