import { runScenarioTest, type TestResult, type TestRunner } from '../../harness/one-test/index.js';
import { bucketOf } from '../../harness/records/index.js';
import type { RuleId, Scenario } from '../../transactions/index.js';
import { type FailingCase, FailureProbe, type ProbeTarget } from './failure-probe.js';
import type { ScenarioSize } from './scenario-size.js';
import { withOwnChoices } from './schedule-passes.js';
import { Search } from './search.js';
import { shrinkSchedule } from './shrink-schedule.js';
import { BOLD, DETAILS, few, LIMITS, many, READING, scenes, some, structure } from './stages.js';

/** A shrink's result. */
export interface ShrinkResult {
  readonly signature: string;
  readonly original: ScenarioSize;
  readonly shrunk: ScenarioSize;
  /** The smallest case found, with its choices as its schedule. */
  readonly scenario: Scenario;
  /** Number of model runs. */
  readonly steps: number;
  readonly seconds: number;
  /** True if this shrinker had no simplification left when it ended; false if the budget ran out. */
  readonly complete: boolean;
}

/** A failing case found during a shrink. */
export interface ShrunkCase {
  readonly size: ScenarioSize;
  /** The case's scenario, with its choices as its schedule. */
  readonly scenario: Scenario;
}

/** Callbacks and limits of a shrink. */
export interface ShrinkOptions {
  readonly budgetMs: number;
  /** Ends the search like the end of the budget. */
  readonly signal?: AbortSignal;
  /** Called for each case simpler than all before it. */
  readonly onStep?: (best: ShrunkCase) => void;
  /** Also removes instructions and registers that the failure does not need, for readers. */
  readonly details?: boolean;
  /** What to shrink if the scenario does not fail: the first violation of this rule, a warning. */
  readonly warning?: RuleId;
  /** What every smaller case must show instead of the failure's signature. */
  readonly shows?: (result: TestResult) => boolean;
  /** Runs each candidate, if the failing device is not this project's model. */
  readonly runner?: TestRunner;
}

/** Initial cycles for a run that does not end, and their multiplier. */
const CYCLES_FIRST = 10_000;
const CYCLES_FACTOR = 4;

/**
 * The smallest case found with the same failure; undefined if the test does not fail. First reduces the structure, trying each
 * candidate under other schedules, then the schedule. Deterministic unless the budget ends the search; always keeps the best
 * case so far.
 */
export async function shrinkTest(
  original: TestResult,
  options: ShrinkOptions,
): Promise<ShrinkResult | undefined> {
  const startedAt = performance.now();
  const elapsed = (): number => performance.now() - startedAt;
  const hasExpired = (): boolean => elapsed() > options.budgetMs || options.signal?.aborted === true;
  const { scenario, run, finding } = original;
  const signatureOf = wantedFailure(finding, options);
  const signature = signatureOf(original);
  if (signature === undefined) return undefined;
  const { runner = runScenarioTest } = options;
  const target: ProbeTarget = { signature, signatureOf, hasExpired, runner };
  const cycles = run.stopped ? cyclesToSee(original, target) : undefined;
  const probes = [new FailureProbe(scenario, cycles === undefined ? target : { ...target, cycles })];
  let best = await runStages(probes[0]!, options);
  if (cycles !== undefined && signatureOf(runner(best.scenario)) !== signature) {
    probes.push(new FailureProbe(scenario, target));
    best = await runStages(probes[1]!, options);
  }
  best = withFittingWindow(best, target);
  return {
    signature,
    original: probes[0]!.original.size,
    shrunk: best.size,
    scenario: withOwnChoices(best),
    steps: probes.reduce((sum, { steps }) => sum + steps, 0),
    seconds: elapsed() / 1000,
    complete: !hasExpired(),
  };
}

/**
 * The case with an id window no larger than the number of ids: the search goes beyond that, but a scenario file may not. Few waves
 * are in flight by then, so a smaller window seldom matters; if it does, the case is unchanged.
 */
function withFittingWindow(best: FailingCase, { signature, signatureOf, runner }: ProbeTarget): FailingCase {
  const { scenario } = best;
  const { idWindow, idWrap } = scenario.freedoms;
  if (idWindow <= idWrap) return best;
  const fitting = { ...scenario, freedoms: { ...scenario.freedoms, idWindow: idWrap } };
  const result = runner(fitting, { record: true });
  return signatureOf(result) === signature ? { ...best, scenario: fitting, result } : best;
}

/** Runs a scenario, and shrinks it as `shrinkTest` does. */
export function shrinkScenario(
  scenario: Scenario,
  options: ShrinkOptions,
): Promise<ShrinkResult | undefined> {
  return shrinkTest(runScenarioTest(scenario), options);
}

function wantedFailure(
  finding: TestResult['finding'],
  { warning, shows }: ShrinkOptions,
): ProbeTarget['signatureOf'] {
  if (shows !== undefined) return (result) => (shows(result) ? 'shown' : undefined);
  return finding === undefined ? warningOf(warning) : failureOf;
}

const failureOf: ProbeTarget['signatureOf'] = ({ finding }) => finding?.signature;

function warningOf(rule: RuleId | undefined): ProbeTarget['signatureOf'] {
  return ({ scenario, finding, verdict: { violations } }) => {
    const seen = finding === undefined ? violations.find((one) => one.rule === rule) : undefined;
    return seen && bucketOf(scenario, seen);
  };
}

/**
 * Cycles within which candidates must show the failure of a run ended by its budget, which shows it much earlier; undefined for
 * the usual bounds. They include a margin, so that a long run is not mistaken for an endless one.
 */
function cyclesToSee({ scenario, run }: TestResult, target: ProbeTarget): number | undefined {
  for (let cycles = CYCLES_FIRST; cycles < run.cycles; cycles *= CYCLES_FACTOR) {
    const seen = target.signatureOf(target.runner(scenario, { cycles }));
    if (seen === target.signature) return cycles * CYCLES_FACTOR;
  }
  return undefined;
}

async function runStages(
  probe: FailureProbe,
  { onStep = () => undefined, details = false }: ShrinkOptions,
): Promise<FailingCase> {
  const search = new Search(probe, (best) => onStep({ size: best.size, scenario: withOwnChoices(best) }));
  const stages = [
    BOLD,
    scenes(few),
    [...LIMITS, ...structure(some)],
    DETAILS,
    scenes(some),
    structure(many),
    details ? READING : [],
  ];
  let smallest = probe.original;
  for (const steps of stages) smallest = await search.toFixpoint(smallest, steps);
  return shrinkSchedule(smallest, search);
}
