import type { LitmusName, Scenario } from '../../../transactions/index.js';
import {
  countLitmusRuns,
  getLitmusKnobValues,
  LITMUS_MEMORY,
  LITMUS_RESULT_WORDS,
  LITMUS_TESTS,
  QUAD_COLUMN,
} from '../../../transactions/index.js';
import type { LitmusRun, WeakOutcome } from '../../evidence/rule/weak-outcome.js';
import type { Handlers, Judge, Ledgers, Rule, RuleCheck } from '../../kit.js';

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

/** Why foreign traces are not checked: the bound was measured on our own model. */
const FOREIGN_TRACE = 'a bound for this device: outcome rates have only been measured on our own model';

/**
 * Returns the part of a rule that expects the outcome to show up in at least one run of a litmus test. Only complete
 * tests that use the cell's knobs are checked, since the bound does not apply to others.
 */
export function expectOutcome(litmus: WeakOutcome): Pick<Rule, 'litmus' | 'create'> {
  return {
    litmus,
    create: (ledgers, judge) =>
      usesCell(litmus.cell, ledgers.scenario) ? checkOutcome(litmus, ledgers, judge) : {},
  };
}

function usesCell(name: LitmusName, { litmus, freedoms }: Scenario): boolean {
  if (litmus !== name) return false;
  const litmusKnobs = Object.entries(getLitmusKnobValues(name)) as [keyof typeof freedoms, unknown][];
  return litmusKnobs.every(([knob, value]) => JSON.stringify(freedoms[knob]) === JSON.stringify(value));
}

function checkOutcome(outcome: WeakOutcome, ledgers: Ledgers, judge: Judge): RuleCheck {
  const bound = countLitmusRuns(outcome.cell);
  const counter = new OutcomeCounter(outcome);
  return {
    ...counter.on,
    finish: (end) => {
      const { runCount, seenCount } = counter;
      if (judge.lacks(ledgers.isForeign ? FOREIGN_TRACE : undefined) || runCount < bound) return;
      judge.armed += runCount;
      if (seenCount <= 0 && judge.fires())
        judge.report({
          cycle: end,
          unit: 'litmus',
          place: {},
          allowed: `At least one of ${bound} runs shows the weak outcome; the chance that a device capable of it never shows it is below 1e-9.`,
          observed: `None of ${runCount} runs shows it: ${outcome.missing} is missing.`,
          hint: outcome.hint,
        });
    },
  };
}
