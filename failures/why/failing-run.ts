import { makeRecordedSchedule } from '../../harness/basics/index.js';
import { type RunOptions, runScenarioTest, type TestResult } from '../../harness/one-test/index.js';
import type { HardwareChoice } from '../../rtl-model/index.js';
import {
  deriveSeed,
  formatSeed,
  type Scenario,
  type Schedule,
  type Transaction,
} from '../../transactions/index.js';
import type { Ending, Runner, Trial } from '../inevitability/curve.js';

/** A choice in a run, with the wave that it probably affects. */
export interface RecordedChoice extends HardwareChoice {
  /**
   * The wave of the next transaction, if that transaction is in the same cycle and precedes the next choice. Otherwise,
   * the last wave named in a transaction since the previous choice; absent if there is none.
   */
  readonly nearWave?: number;
}

/** An event in a run, for comparing two runs and showing where they first differ. */
interface RecordedEvent {
  readonly cycle: number;
  /** The event's wave; absent if it has none. */
  readonly wave?: number;
  readonly text: string;
  /** The entire transaction, for comparison. */
  readonly serialised: string;
}

/** A run with its choices and transactions. */
export interface RecordedRun {
  readonly result: TestResult;
  readonly answers: readonly number[];
  readonly choices: readonly RecordedChoice[];
  readonly events: readonly RecordedEvent[];
}

/** The root seed for random continuations, fixed to make explanations repeatable. */
const CONTINUATION_ROOT = { high: 0, low: 0x3b1 };
/** The maximum length of a run, as a multiple of the failing run's length. Longer runs count as a different outcome. */
const CYCLES_FACTOR = 4;
const SPARE_CYCLES = 20_000;

/** Repeats the failing run, either unchanged or with different choices from some point on. */
export class FailingRun {
  /** The failing run: truncated at its failure if that is the first error, otherwise complete. */
  readonly recorded: RecordedRun;
  readonly signature: string;
  private readonly limits: RunOptions;

  /** @param original the failing result with recorded choices. */
  constructor(
    private readonly original: TestResult,
    private readonly beforeRun: () => void = () => undefined,
  ) {
    const { scenario, run, finding } = original;
    this.signature = finding!.signature;
    const exactScenario: Scenario = {
      ...scenario,
      schedule: makeRecordedSchedule(scenario.schedule, run.choices ?? []),
    };
    const cycles = run.cycles * CYCLES_FACTOR + SPARE_CYCLES;
    const runToFirstError = this.runAndRecord(exactScenario, { cycles, untilError: true });
    const failsFirst = runToFirstError.result.finding?.signature === this.signature;
    this.limits = { cycles, untilError: failsFirst };
    this.recorded = failsFirst ? runToFirstError : this.runAndRecord(exactScenario, { cycles });
  }

  readonly runner: Runner = (trial) => this.runSchedule(this.makeSchedule(trial));

  makeScenario(trial: Trial): Scenario {
    return { ...this.original.scenario, schedule: this.makeSchedule(trial) };
  }

  /** Runs a trial to its end, recording its choices and transactions. */
  recordTrial(trial: Trial): RecordedRun {
    return this.runAndRecord(this.makeScenario(trial), { ...this.limits, untilError: false });
  }

  private makeSchedule({ repeated, replacement, rest: continuation }: Trial): Schedule {
    const { answers } = this.recorded;
    const prefix = answers.slice(0, repeated);
    if (replacement !== undefined) prefix.push(replacement);
    const { schedule } = this.original.scenario;
    if (continuation === 'recorded')
      return makeRecordedSchedule(schedule, [...prefix, ...answers.slice(prefix.length)]);
    return {
      ...makeRecordedSchedule(schedule, prefix),
      rest: formatSeed(deriveSeed(CONTINUATION_ROOT, 'draw', continuation)),
    };
  }

  private runAndRecord(scenario: Scenario, options: RunOptions): RecordedRun {
    this.beforeRun();
    return runRecorded(scenario, options);
  }

  private runSchedule(schedule: Schedule): Ending {
    this.beforeRun();
    const { finding } = runScenarioTest({ ...this.original.scenario, schedule }, this.limits);
    if (finding === undefined) return 'passes';
    return finding.signature === this.signature ? 'fails' : 'fails-differently';
  }
}

export function runRecorded(scenario: Scenario, options: RunOptions): RecordedRun {
  const choices: RecordedChoice[] = [];
  const events: RecordedEvent[] = [];
  let lastWave: number | undefined;
  let awaitsTransaction = false;
  const result = runScenarioTest(scenario, {
    ...options,
    record: true,
    onChoice: (choice) => {
      choices.push(lastWave === undefined ? choice : { ...choice, nearWave: lastWave });
      lastWave = undefined;
      awaitsTransaction = true;
    },
    sink: (transaction) => {
      events.push(toEvent(transaction));
      if (!('wave' in transaction)) return;
      lastWave = transaction.wave;
      const last = choices.at(-1);
      if (awaitsTransaction && last?.cycle === transaction.cycle)
        choices[choices.length - 1] = { ...last, nearWave: transaction.wave };
      awaitsTransaction = false;
    },
  });
  return { result, answers: result.run.choices ?? [], choices, events };
}

function toEvent(transaction: Transaction): RecordedEvent {
  const { cycle, kind } = transaction;
  const serialised = serialise(transaction);
  if ('wave' in transaction) {
    const { wave } = transaction;
    return { cycle, wave, text: `${kind} of wave ${wave}`, serialised };
  }
  const packer = 'packer' in transaction ? ` of packer ${transaction.packer}` : '';
  return { cycle, text: `${kind}${packer}`, serialised };
}

/** Serialises a transaction, including its typed arrays (words and addresses). */
function serialise(transaction: Transaction): string {
  return JSON.stringify(transaction, (_, value) => (ArrayBuffer.isView(value) ? `${value}` : value));
}
