import { setImmediate } from 'node:timers/promises';
import {
  isStimulusFault,
  type RunOptions,
  type TestResult,
  type TestRunner,
} from '../../harness/one-test/index.js';
import { FormedWaves } from '../../harness/records/index.js';
import {
  deriveSeed,
  formatSeed,
  type RuleId,
  type Scenario,
  type Schedule,
} from '../../transactions/index.js';
import { measureSize, type ScenarioSize } from './scenario-size.js';

/** A scenario that shows the failure being shrunk, and the result of running it. */
export interface FailingCase {
  readonly scenario: Scenario;
  readonly size: ScenarioSize;
  readonly result: TestResult;
  readonly waves: FormedWaves;
}

/** The failure to look for, and the limits for each run. */
export interface ProbeTarget {
  readonly signature: string;
  /** Returns the signature of a run's failure if it is of the kind being shrunk, otherwise undefined. */
  readonly getSignature: (result: TestResult) => string | undefined;
  /**
   * The last cycle to run. If absent, the original runs with the usual limits, and candidates run for at most a
   * multiple of its cycles.
   */
  readonly cycles?: number;
  /** Called before each run. Returning true stops the search. */
  readonly hasExpired: () => boolean;
  readonly runner: TestRunner;
}

/** The root seed for other schedules, fixed so that shrinking is repeatable. */
const SCHEDULE_ROOT = { high: 0, low: 0x5c4ed };
/**
 * A candidate may run for about four times the original's cycles. A candidate that runs longer has usually hung for
 * some other reason.
 */
const CYCLES_FACTOR = 4;
const SPARE_CYCLES = 20_000;
const PAUSE_INTERVAL_MS = 50;

/**
 * Decides whether a scenario still has the failure being shrunk: it has the same signature, fires no new rule, leaves
 * no additional rule unchecked and, if the original needs its model faults, does not fail in the same way without them.
 * The last three conditions ensure that a candidate neither fails for another reason nor hides another failure.
 */
export class FailureProbe {
  /** The number of model runs so far. */
  steps = 0;
  readonly original: FailingCase;
  readonly hasExpired: () => boolean;
  readonly runner: TestRunner;
  private readonly rules: ReadonlySet<RuleId>;
  private readonly unchecked: ReadonlySet<RuleId>;
  private cycles: number | undefined;
  private lastPause = performance.now();
  private readonly needsFaults: boolean;
  private passesWithoutFaults = false;
  /**
   * Whether the original's first error already has the target signature. If so, candidates with a different first
   * error stop early.
   */
  private failsFirst = true;

  /** @param scenario scenario that fails with the target's signature. */
  constructor(
    scenario: Scenario,
    private readonly target: ProbeTarget,
  ) {
    this.cycles = target.cycles;
    this.hasExpired = target.hasExpired;
    this.runner = target.runner;
    this.original = this.runCase(scenario)!;
    const { run, verdict } = this.original.result;
    this.rules = new Set(verdict.violations.map(({ rule }) => rule));
    this.unchecked = new Set(verdict.unchecked.map(({ rule }) => rule));
    this.cycles ??= run.cycles * CYCLES_FACTOR + SPARE_CYCLES;
    const hasModelFaults = scenario.faults.some((id) => !isStimulusFault(id));
    this.failsFirst = this.fails(scenario);
    this.needsFaults = hasModelFaults && !this.failsWithoutFaults(scenario);
    if (!this.needsFaults) return;
    this.passesWithoutFaults = true;
    this.passesWithoutFaults = !this.failsWithoutFaults(scenario);
  }

  /**
   * Tries the candidate under its own schedule, then under up to `otherSchedules` others. Returns the first failing
   * case, or undefined if there is none or time is up.
   */
  async reproduce(candidate: Scenario, otherSchedules: number): Promise<FailingCase | undefined> {
    for (let attempt = 0; attempt <= otherSchedules && !this.hasExpired(); attempt++) {
      await this.pause();
      const schedule = attempt === 0 ? candidate.schedule : makeOtherSchedule(attempt);
      const found = this.probe({ ...candidate, schedule });
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Yields to the event loop periodically so that it can handle Ctrl-C. */
  private async pause(): Promise<void> {
    if (performance.now() - this.lastPause < PAUSE_INTERVAL_MS) return;
    await setImmediate();
    this.lastPause = performance.now();
  }

  private probe(scenario: Scenario): FailingCase | undefined {
    if (this.failsFirst && !this.fails(scenario)) return undefined;
    const found = this.runCase(scenario);
    if (found === undefined || !this.isMatch(found.result)) return undefined;
    const { violations, unchecked } = found.result.verdict;
    if (violations.some(({ rule }) => !this.rules.has(rule))) return undefined;
    if (unchecked.some(({ rule }) => !this.unchecked.has(rule))) return undefined;
    if (this.needsFaults && this.failsWithoutFaults(scenario)) return undefined;
    return found;
  }

  /** Whether a scenario fails without its faults: in the same way or, if the original then passes, in any way. */
  private failsWithoutFaults(scenario: Scenario): boolean {
    const result = this.run({ ...scenario, faults: [] }, { untilError: this.failsFirst });
    if (result === undefined) return false;
    return this.passesWithoutFaults ? result.finding?.outcome === 'failed' : this.isMatch(result);
  }

  private fails(scenario: Scenario): boolean {
    const result = this.run(scenario, { untilError: this.failsFirst });
    return result !== undefined && this.isMatch(result);
  }

  private isMatch(result: TestResult): boolean {
    return this.target.getSignature(result) === this.target.signature;
  }

  private runCase(scenario: Scenario): FailingCase | undefined {
    const waves = new FormedWaves();
    const result = this.run(scenario, { record: true, sink: waves.observe });
    return result && { scenario, size: measureSize(scenario, result.run), result, waves };
  }

  /** Runs a scenario; returns undefined if the model rejects it. */
  private run(scenario: Scenario, options: RunOptions): TestResult | undefined {
    this.steps++;
    const limit = this.cycles === undefined ? {} : { cycles: this.cycles };
    try {
      return this.runner(scenario, { ...options, ...limit });
    } catch {
      return undefined;
    }
  }
}

/** Returns the schedule for an attempt. Attempt 1 always takes the first alternative. The others choose at random. */
export function makeOtherSchedule(attempt: number): Schedule {
  if (attempt === 1) return { strategy: 'replay', choices: [] };
  return { strategy: 'random', seed: formatSeed(deriveSeed(SCHEDULE_ROOT, 'schedule', attempt)) };
}
