import type { Scenario } from '../../transactions/index.js';
import { runScenarioTest } from '../run-test.js';
import { type FailingCase, FailureProbe } from './failure-probe.js';
import { defaultKnobs, nearerWrap, tighterLimits, waveEach } from './knob-passes.js';
import { simplerPrograms } from './program-passes.js';
import { isLarger, type ScenarioSize } from './scenario-size.js';
import { plainerChoices, recorded } from './schedule-passes.js';
import {
  emptyMemory,
  fewerDraws,
  fewerPrimitives,
  lessBackground,
  onlyWitnesses,
  type Pass,
  smallerPrimitives,
  withoutExpectations,
} from './structure-passes.js';
import { defaultRegisters, fewerInstructions, sweep } from './sweeps.js';

/** What a shrink found. */
export interface ShrinkResult {
  readonly signature: string;
  readonly original: ScenarioSize;
  readonly shrunk: ScenarioSize;
  /** The smallest case that was found, with its choices as its schedule. */
  readonly scenario: Scenario;
  /** Runs of the model. */
  readonly steps: number;
  readonly seconds: number;
  /** No simplification that this shrinker knows was left when it ended; false when the budget did. */
  readonly complete: boolean;
}

/** Who watches a shrink, and how long it may take. */
export interface ShrinkOptions {
  readonly budgetMs: number;
  readonly onStep?: (best: ScenarioSize) => void;
  /** Also what a person reads beside the structure: instructions and registers that the failure does not need. */
  readonly details?: boolean;
}

/**
 * Fresh schedules for a smaller structure: dropping anything moves every later choice. Small cases cost little; most of what can
 * go goes with few of them, and only what is left in the end is worth many.
 */
const SCHEDULES = { few: 2, early: 12, late: 48, timesPrimitives: 192 } as const;

const STRUCTURE: readonly Pass[] = [
  lessBackground,
  onlyWitnesses,
  fewerDraws,
  fewerPrimitives,
  smallerPrimitives,
].map(withoutExpectations);
const DETAILS: readonly Pass[] = [simplerPrograms, defaultKnobs, withoutExpectations(emptyMemory)];

/**
 * The smallest case that this finds with the same failure: first of the structure, each candidate under fresh schedules,
 * then of the schedule. The same scenario gives the same result as long as the budget does not end the search; the best
 * case so far is always kept. Undefined when the scenario does not fail.
 */
export function shrinkScenario(scenario: Scenario, options: ShrinkOptions): ShrinkResult | undefined {
  const began = performance.now();
  const elapsed = (): number => performance.now() - began;
  const first = runScenarioTest(scenario);
  if (first.finding === undefined) return undefined;
  const { signature } = first.finding;
  const expired = (): boolean => elapsed() > options.budgetMs;
  const probe = new FailureProbe(signature, first, expired);
  const original = new FailureProbe(signature, first, () => false).failing(scenario, 0);
  if (original === undefined) return undefined;
  const structured = toFixpoint(
    original,
    [nearerWrap, withoutExpectations(tighterLimits), ...STRUCTURE, withoutExpectations(waveEach)],
    schedulesFor(SCHEDULES.early),
    probe,
    options,
  );
  const plain = toFixpoint(structured, DETAILS, () => SCHEDULES.few, probe, options);
  const smallest = toFixpoint(plain, STRUCTURE, schedulesFor(SCHEDULES.late), probe, options);
  const readable = options.details === true ? withoutDetails(smallest, probe, options) : smallest;
  const steady = probe.failing(recorded(readable), 0) ?? readable;
  const best = toFixpoint(steady, [plainerChoices], () => 0, probe, options);
  return {
    signature,
    original: original.size,
    shrunk: best.size,
    scenario: recorded(best),
    steps: probe.steps,
    seconds: elapsed() / 1000,
    complete: !expired(),
  };
}

function withoutDetails(start: FailingCase, probe: FailureProbe, { onStep }: ShrinkOptions): FailingCase {
  const notLarger = (candidate: Scenario): FailingCase | undefined => {
    const found = probe.failing(candidate, SCHEDULES.few);
    if (found === undefined || isLarger(found.size, start.size)) return undefined;
    onStep?.(found.size);
    return found;
  };
  return sweep(sweep(start, fewerInstructions, notLarger), defaultRegisters, notLarger);
}

function schedulesFor(most: number): (candidate: Scenario) => number {
  return ({ draws }) => {
    const primitives = draws.reduce((sum, { depths }) => sum + depths.length, 0);
    return Math.min(most, Math.ceil(SCHEDULES.timesPrimitives / primitives));
  };
}

/** Applies passes in turn until none of them finds anything simpler. */
function toFixpoint(
  start: FailingCase,
  passes: readonly Pass[],
  schedules: (candidate: Scenario) => number,
  probe: FailureProbe,
  { onStep }: ShrinkOptions,
): FailingCase {
  let best = start;
  for (let index = 0, inVain = 0; inVain < passes.length && !probe.expired(); index++) {
    inVain++;
    const pass = passes[index % passes.length]!;
    for (let next = improve(best, pass, schedules, probe); next !== undefined; ) {
      best = next;
      inVain = 1;
      onStep?.(best.size);
      next = improve(best, pass, schedules, probe);
    }
  }
  return best;
}

/** The first candidate of a pass that fails as it should and is not larger. */
function improve(
  current: FailingCase,
  pass: Pass,
  schedules: (candidate: Scenario) => number,
  probe: FailureProbe,
): FailingCase | undefined {
  for (const candidate of pass(current)) {
    if (probe.expired()) return undefined;
    const found = probe.failing(candidate, schedules(candidate));
    if (found !== undefined && !isLarger(found.size, current.size)) return found;
  }
  return undefined;
}
