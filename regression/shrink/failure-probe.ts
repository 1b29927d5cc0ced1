import {
  deriveSeed,
  formatSeed,
  type RuleId,
  type Scenario,
  type Schedule,
} from '../../transactions/index.js';
import { runScenarioTest, type TestResult } from '../run-test.js';
import { isStimulusFault } from '../stimulus-fault.js';
import { FormedWaves } from '../witness.js';
import { type ScenarioSize, sizeOf } from './scenario-size.js';

/** A scenario that fails as it should, with its schedule, and what its run showed. */
export interface FailingCase {
  readonly scenario: Scenario;
  readonly size: ScenarioSize;
  readonly result: TestResult;
  readonly waves: FormedWaves;
}

/** Seeds for fresh schedules come from this root, so that a shrink repeats itself. */
const SCHEDULE_ROOT = { high: 0, low: 0x5c4ed };
/** A candidate may run this much longer than the case it comes from: most that run on are hangs of another kind. */
const CYCLES_FACTOR = 4;
const CYCLES_SPARE = 20_000;

/**
 * Says whether a scenario still has the failure that is to be shrunk: the same signature, no rule that did not fire before
 * or has lost its data, and, where the original needs a fault of the model, not without that fault. All but the first keep a candidate from
 * failing for a reason of its own, or from hiding one.
 */
export class FailureProbe {
  /** Runs of the model so far. */
  steps = 0;
  private readonly rules: ReadonlySet<RuleId>;
  private readonly unchecked: ReadonlySet<RuleId>;
  private readonly limits: { readonly cycles: number };
  private readonly needsFaults: boolean;

  constructor(
    readonly signature: string,
    original: TestResult,
    /** Asked before each run; true ends the search. */
    readonly expired: () => boolean,
  ) {
    this.rules = new Set(original.verdict.violations.map(({ rule }) => rule));
    this.unchecked = new Set(original.verdict.unchecked.map(({ rule }) => rule));
    this.limits = { cycles: original.run.cycles * CYCLES_FACTOR + CYCLES_SPARE };
    const { scenario } = original;
    const inModel = scenario.faults.some((id) => !isStimulusFault(id));
    this.needsFaults = inModel && !this.failsWithoutFaults(scenario);
  }

  /** The candidate under its own schedule, or the first of so many fresh ones under which it fails. */
  failing(candidate: Scenario, freshSchedules: number): FailingCase | undefined {
    for (let attempt = 0; attempt <= freshSchedules && !this.expired(); attempt++) {
      const schedule = attempt === 0 ? candidate.schedule : freshSchedule(attempt);
      const found = this.probe({ ...candidate, schedule });
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private probe(scenario: Scenario): FailingCase | undefined {
    const waves = new FormedWaves();
    const result = this.run(scenario, waves);
    if (result?.finding?.signature !== this.signature) return undefined;
    if (result.verdict.violations.some(({ rule }) => !this.rules.has(rule))) return undefined;
    if (result.verdict.unchecked.some(({ rule }) => !this.unchecked.has(rule))) return undefined;
    if (this.needsFaults && this.failsWithoutFaults(scenario)) return undefined;
    return { scenario, size: sizeOf(scenario, result.run), result, waves };
  }

  private failsWithoutFaults(scenario: Scenario): boolean {
    return this.run({ ...scenario, faults: [] })?.finding?.signature === this.signature;
  }

  /** A candidate that the model refuses is no candidate. */
  private run(scenario: Scenario, waves = new FormedWaves()): TestResult | undefined {
    this.steps++;
    try {
      return runScenarioTest(scenario, { record: true, sink: waves.observe, ...this.limits });
    } catch {
      return undefined;
    }
  }
}

function freshSchedule(attempt: number): Schedule {
  return { strategy: 'random', seed: formatSeed(deriveSeed(SCHEDULE_ROOT, 'schedule', attempt)) };
}
