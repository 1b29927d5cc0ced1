import { runScenarioTest, type TestResult, type TestRunner } from '../../harness/one-test/index.js';
import type { Scenario } from '../../transactions/index.js';
import { type FailingCase, FailureProbe, type ProbeTarget } from './failure-probe.js';
import {
  delayYoungerPrimitive,
  knobSweep,
  moveNearWrap,
  separateWaves,
  simplerPrograms,
  smallScenes,
  tightenLimits,
} from './passes.js';
import { isSmaller, type ScenarioSize } from './scenario-size.js';
import { shrinkSchedule, withRecordedChoices } from './schedule.js';
import {
  type Effort,
  instructionSweep,
  primitiveSweep,
  registerSweep,
  repeatPass,
  repeatSweep,
  Search,
  type Step,
} from './search.js';
import {
  emptyMemory,
  fewerDraws,
  largeCuts,
  lessBackground,
  onlyWitnesses,
  type Pass,
  smallerPrimitives,
  withoutExpectations,
} from './structure-passes.js';

/**
 * The number of other schedules to try for each smaller candidate, since removing anything shifts every later choice. A
 * few schedules are enough to remove most of a case. The small remainder gets many, because its runs are cheap.
 */
const fewTries: Effort = () => 2;
const someTries: Effort = (primitives) => Math.min(12, Math.ceil(96 / primitives));
/** Decreases with the number of primitives: more primitives mean more candidates, and each is more expensive to run. */
const manyTries: Effort = (primitives) => Math.min(64, Math.ceil(384 / primitives ** 2));

const repeatWithoutExpectations = (pass: Pass, effort: Effort): Step =>
  repeatPass(withoutExpectations(pass), effort);

/** Large reductions, made first so that later steps cost less. */
const LARGE_CUTS: readonly Step[] = [
  repeatWithoutExpectations(lessBackground, fewTries),
  repeatWithoutExpectations(onlyWitnesses, fewTries),
  repeatWithoutExpectations(largeCuts, fewTries),
];

/** Tries to replace the remaining case with simple scenes so that later steps cost almost nothing. */
const makeSceneSteps = (effort: Effort): readonly Step[] => [
  repeatPass(withoutExpectations(smallScenes), effort, isSmaller),
];

/** Tightens limits so that fewer waves are needed to reach them. */
const LIMITS: readonly Step[] = [
  repeatPass(moveNearWrap, fewTries),
  repeatWithoutExpectations(tightenLimits, fewTries),
  repeatWithoutExpectations(separateWaves, fewTries),
  repeatWithoutExpectations(delayYoungerPrimitive, fewTries),
];

const makeStructureSteps = (effort: Effort): readonly Step[] => [
  repeatWithoutExpectations(lessBackground, fewTries),
  repeatWithoutExpectations(smallerPrimitives, fewTries),
  repeatWithoutExpectations(onlyWitnesses, someTries),
  repeatWithoutExpectations(fewerDraws, effort),
  repeatSweep(primitiveSweep, effort),
];

/** Tries simpler programs, default knobs and empty memory. */
const DETAILS: readonly Step[] = [
  repeatPass(simplerPrograms, fewTries),
  repeatSweep(knobSweep, fewTries),
  repeatWithoutExpectations(emptyMemory, fewTries),
];

/** Removes instructions and registers that the failure does not need. This only makes the case easier to read. */
const READABILITY: readonly Step[] = [
  repeatSweep(instructionSweep, fewTries),
  repeatSweep(registerSweep, fewTries),
];

/** The result of a shrink. */
export interface ShrinkResult {
  readonly signature: string;
  readonly original: ScenarioSize;
  readonly shrunk: ScenarioSize;
  /** The smallest case found, with its recorded choices as its schedule. */
  readonly scenario: Scenario;
  /** The number of model runs. */
  readonly steps: number;
  readonly seconds: number;
  /** Whether the search ended because no simplifications were left to try. False if the budget ran out. */
  readonly complete: boolean;
}

/** A failing case that was found during a shrink. */
export interface ShrunkCase {
  readonly size: ScenarioSize;
  /** The case's scenario, with its recorded choices as its schedule. */
  readonly scenario: Scenario;
}

/** The callbacks and limits of a shrink. */
export interface ShrinkOptions {
  readonly budgetMs: number;
  /** Stops the search if aborted, as if the budget had run out. */
  readonly signal?: AbortSignal;
  /** Called for each case that is simpler than all previous ones. */
  readonly onStep?: (best: ShrunkCase) => void;
  /** Whether to also remove instructions and registers that the failure does not need, for readability. */
  readonly details?: boolean;
  /**
   * Returns whether a smaller case still reproduces the behaviour to preserve. Replaces the comparison of signatures.
   */
  readonly reproduces?: (result: TestResult) => boolean;
  /** Runs the candidates if the failing device is not this project's model. */
  readonly runner?: TestRunner;
}

/** The first cycle limit to try for a run that does not end. */
const INITIAL_CYCLES = 10_000;
/** The factor by which to increase the limit for each further attempt. */
const CYCLES_FACTOR = 4;

/**
 * Returns the smallest case found with the same failure, or undefined if the test does not fail. First reduces the
 * structure, trying each candidate under several schedules, and then the schedule itself. Deterministic unless the
 * budget ends the search. Always keeps the best case so far.
 */
export async function shrinkTest(
  original: TestResult,
  options: ShrinkOptions,
): Promise<ShrinkResult | undefined> {
  const startedAt = performance.now();
  const getElapsedMs = (): number => performance.now() - startedAt;
  const hasExpired = (): boolean => getElapsedMs() > options.budgetMs || options.signal?.aborted === true;
  const { scenario, run } = original;
  const { reproduces, runner = runScenarioTest } = options;
  const getSignature: ProbeTarget['getSignature'] =
    reproduces === undefined
      ? (result) => result.finding?.signature
      : (result) => (reproduces(result) ? 'reproduced' : undefined);
  const signature = getSignature(original);
  if (signature === undefined) return undefined;
  const target: ProbeTarget = { signature, getSignature, hasExpired, runner };
  const cycles = run.stopped ? findCycleLimit(original, target) : undefined;
  const probes = [new FailureProbe(scenario, cycles === undefined ? target : { ...target, cycles })];
  let best = await runStages(probes[0]!, options);
  if (cycles !== undefined && getSignature(runner(best.scenario)) !== signature) {
    probes.push(new FailureProbe(scenario, target));
    best = await runStages(probes[1]!, options);
  }
  best = withFittingWindow(best, target);
  return {
    signature,
    original: probes[0]!.original.size,
    shrunk: best.size,
    scenario: withRecordedChoices(best),
    steps: probes.reduce((sum, { steps }) => sum + steps, 0),
    seconds: getElapsedMs() / 1000,
    complete: !hasExpired(),
  };
}

/**
 * Returns the case with an id window that is no larger than the number of ids. The search may use larger windows, but a
 * scenario file may not. A shrunk case has few waves in flight, so a smaller window rarely matters. If it does, returns
 * the case unchanged.
 */
function withFittingWindow(best: FailingCase, { signature, getSignature, runner }: ProbeTarget): FailingCase {
  const { scenario } = best;
  const { idWindow, idWrap } = scenario.freedoms;
  if (idWindow <= idWrap) return best;
  const narrowed = { ...scenario, freedoms: { ...scenario.freedoms, idWindow: idWrap } };
  const result = runner(narrowed, { record: true });
  return getSignature(result) === signature ? { ...best, scenario: narrowed, result } : best;
}

/** Runs a scenario and shrinks it like `shrinkTest`. */
export function shrinkScenario(
  scenario: Scenario,
  options: ShrinkOptions,
): Promise<ShrinkResult | undefined> {
  return shrinkTest(runScenarioTest(scenario), options);
}

/**
 * Returns a cycle limit for candidates if the original run fails long before its budget stops it, or undefined to use
 * the usual limits. The limit includes a margin so that a long run is not mistaken for an infinite loop.
 */
function findCycleLimit({ scenario, run }: TestResult, target: ProbeTarget): number | undefined {
  for (let cycles = INITIAL_CYCLES; cycles < run.cycles; cycles *= CYCLES_FACTOR) {
    const signature = target.getSignature(target.runner(scenario, { cycles }));
    if (signature === target.signature) return cycles * CYCLES_FACTOR;
  }
  return undefined;
}

async function runStages(
  probe: FailureProbe,
  { onStep = () => undefined, details = false }: ShrinkOptions,
): Promise<FailingCase> {
  const search = new Search(probe, (best) =>
    onStep({ size: best.size, scenario: withRecordedChoices(best) }),
  );
  const stages = [
    LARGE_CUTS,
    makeSceneSteps(fewTries),
    [...LIMITS, ...makeStructureSteps(someTries)],
    DETAILS,
    makeSceneSteps(someTries),
    makeStructureSteps(manyTries),
    details ? READABILITY : [],
  ];
  let smallest = probe.original;
  for (const steps of stages) smallest = await search.runToFixpoint(smallest, steps);
  return shrinkSchedule(smallest, search);
}
