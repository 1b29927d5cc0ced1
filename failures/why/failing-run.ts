import { recordedSchedule } from '../../base/basics/index.js';
import { type RunOptions, runScenarioTest, type TestResult } from '../../harness/one-test/index.js';
import type { ChoiceMade } from '../../rtl-model/index.js';
import {
  deriveSeed,
  formatSeed,
  type Scenario,
  type Schedule,
  type Transaction,
} from '../../transactions/index.js';
import type { Ending, Runner, Trial } from '../inevitability/trials.js';

/** A choice in a run, with a wave reported near it. */
export interface NotedChoice extends ChoiceMade {
  /**
   * The next transaction's wave, if that comes in the same cycle and before the next choice. Otherwise, the last wave
   * named in a transaction since the previous choice; absent if there is none.
   */
  readonly nearWave?: number;
}

/** An event of a run, in a form for comparing two runs and showing their first difference. */
export interface NotedEvent {
  readonly cycle: number;
  /** The event's wave; absent if it has none. */
  readonly wave?: number;
  readonly text: string;
  /** The whole transaction, for comparison. */
  readonly whole: string;
}

/** A run with its choices and transactions. */
export interface NotedRun {
  readonly result: TestResult;
  readonly answers: readonly number[];
  readonly choices: readonly NotedChoice[];
  readonly events: readonly NotedEvent[];
}

/** The fixed root seed for random continuations, so that an explanation is repeatable. */
const REST_ROOT = { high: 0, low: 0x3b1 };
/** A run may take this many times as long as the failing run before its outcome counts as different. */
const CYCLES_FACTOR = 4;
/** Additional cycles that such a run may take. */
const CYCLES_SPARE = 20_000;

/** Repeats the failing run, unchanged or with other choices from some point on. */
export class FailingRun {
  /** The failing run: up to its failure if that is the first error, otherwise complete. */
  readonly noted: NotedRun;
  readonly signature: string;
  private readonly limits: RunOptions;

  /** @param original failing result with recorded choices. */
  constructor(
    private readonly original: TestResult,
    private readonly beforeRun: () => void = () => undefined,
  ) {
    const { scenario, run, finding } = original;
    this.signature = finding!.signature;
    const recorded: Scenario = {
      ...scenario,
      schedule: recordedSchedule(scenario.schedule, run.choices ?? []),
    };
    const cycles = run.cycles * CYCLES_FACTOR + CYCLES_SPARE;
    const untilFirstError = this.runNoted(recorded, { cycles, untilError: true });
    const failsFirst = untilFirstError.result.finding?.signature === this.signature;
    this.limits = { cycles, untilError: failsFirst };
    this.noted = failsFirst ? untilFirstError : this.runNoted(recorded, { cycles });
  }

  /** Runs trials of the scenario. */
  readonly runner: Runner = (trial) => this.endingOf(this.scheduleOf(trial));

  /** How the scenario ends with only these choices of the failing run and defaults for all others. */
  endsWithOnly(places: readonly number[]): Ending {
    return this.endingOf(this.scheduleWithOnly(places));
  }

  /**
   * Like `endsWithOnly`, but returns the run with its choices and events. After the first difference, its choices may
   * differ from the failing run's.
   */
  noteOnly(places: readonly number[]): NotedRun {
    return this.runNoted({ ...this.original.scenario, schedule: this.scheduleWithOnly(places) }, this.limits);
  }

  private scheduleWithOnly(places: readonly number[]): Schedule {
    const { choices, answers } = this.noted;
    const { schedule } = this.original.scenario;
    // An order of events has no decisions; it only determines which event of a cycle comes first.
    if (schedule.strategy === 'order') {
      const kept = new Set(places);
      return recordedSchedule(
        schedule,
        answers.map((answer, place) => (kept.has(place) ? answer : 0)),
      );
    }
    return { strategy: 'decisions', decisions: places.flatMap((place) => choices[place]!.decision ?? []) };
  }

  /** The scenario of a trial. */
  scenarioOf(trial: Trial): Scenario {
    return { ...this.original.scenario, schedule: this.scheduleOf(trial) };
  }

  /** Runs a trial to its end, recording its choices and transactions. */
  note(trial: Trial): NotedRun {
    return this.runNoted(this.scenarioOf(trial), { ...this.limits, untilError: false });
  }

  private scheduleOf({ repeated, replacement, rest }: Trial): Schedule {
    const { answers } = this.noted;
    const begin = answers.slice(0, repeated);
    if (replacement !== undefined) begin.push(replacement);
    const { schedule } = this.original.scenario;
    if (rest === 'recorded') return recordedSchedule(schedule, [...begin, ...answers.slice(begin.length)]);
    return {
      ...recordedSchedule(schedule, begin),
      rest: formatSeed(deriveSeed(REST_ROOT, 'draw', rest)),
    };
  }

  private runNoted(scenario: Scenario, options: RunOptions): NotedRun {
    this.beforeRun();
    return noteRun(scenario, options);
  }

  private endingOf(schedule: Schedule): Ending {
    this.beforeRun();
    const { finding } = runScenarioTest({ ...this.original.scenario, schedule }, this.limits);
    if (finding === undefined) return 'passes';
    return finding.signature === this.signature ? 'fails' : 'otherwise';
  }
}

/** Runs a scenario, recording its choices and transactions. */
export function noteRun(scenario: Scenario, options: RunOptions): NotedRun {
  const choices: NotedChoice[] = [];
  const events: NotedEvent[] = [];
  let lastWave: number | undefined;
  let wantsNext = false;
  const result = runScenarioTest(scenario, {
    ...options,
    record: true,
    onChoice: (choice) => {
      choices.push(lastWave === undefined ? choice : { ...choice, nearWave: lastWave });
      lastWave = undefined;
      wantsNext = true;
    },
    sink: (transaction) => {
      events.push(eventOf(transaction));
      if (!('wave' in transaction)) return;
      lastWave = transaction.wave;
      const last = choices.at(-1);
      if (wantsNext && last?.cycle === transaction.cycle)
        choices[choices.length - 1] = { ...last, nearWave: transaction.wave };
      wantsNext = false;
    },
  });
  return { result, answers: result.run.choices ?? [], choices, events };
}

function eventOf(transaction: Transaction): NotedEvent {
  const { cycle, kind } = transaction;
  const whole = wholeOf(transaction);
  if ('wave' in transaction) {
    const { wave } = transaction;
    return { cycle, wave, text: `${kind} of wave ${wave}`, whole };
  }
  const packer = 'packer' in transaction ? ` of packer ${transaction.packer}` : '';
  return { cycle, text: `${kind}${packer}`, whole };
}

/** Serializes the whole transaction, including its typed arrays (words and addresses). */
function wholeOf(transaction: Transaction): string {
  return JSON.stringify(transaction, (_, value) => (ArrayBuffer.isView(value) ? `${value}` : value));
}
