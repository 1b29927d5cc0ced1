import { setImmediate } from 'node:timers/promises';
import { chipOf } from '../../arch/index.js';
import { RULES } from '../../checkers/index.js';
import { readSeed } from '../../harness/basics/index.js';
import type { Finding } from '../../harness/records/index.js';
import { formatNumber } from '../../harness/text/index.js';
import type { ChoicePoint } from '../../rtl-model/index.js';
import { deriveSeed, RandomStream, type RuleId, type Scenario } from '../../transactions/index.js';
import {
  type CheckedOrderRun,
  MAX_EVENTS,
  type OrderSearch,
  type OrderSource,
  runAndCheck,
  type SearchQuestion,
} from './checked-run.js';
import { type ExploreFinding, makeFinding, makeOrderSchedule } from './explore-finding.js';
import { MarksTable } from './marks.js';
import { RaceSearch } from './race-search.js';
import { listUnvalidatedFeatures, requireSearchable, requireSearchableKnobs } from './scope.js';

/** Totals over all runs of a search. */
export class Tally {
  runs = 0;
  /** The number of runs that completed. */
  completedRuns = 0;
  /** The number of runs that failed. */
  failed = 0;
  readonly pinned = new Set<ChoicePoint>();
  /** The distinct final memory contents of all completed runs. */
  readonly finalMemories = new Set<string>();
  /** The memory spaces that were accessed. */
  readonly spaces = new Set<string>();
  /** The first run with each signature. */
  readonly failing = new Map<string, CheckedOrderRun>();

  add(run: CheckedOrderRun): void {
    this.runs++;
    for (const point of run.pinned) this.pinned.add(point);
    for (const space of run.spaces) this.spaces.add(space);
    if (run.memory !== undefined) {
      this.completedRuns++;
      this.finalMemories.add(run.memory);
    }
    if (run.finding !== undefined) this.failed++;
    if (run.finding !== undefined && !this.failing.has(run.finding.signature))
      this.failing.set(run.finding.signature, run);
  }
}

/** Fixed root seed for the random orders; a search has no seed of its own. */
const SEED = '0x1';

/** Every third order picks events uniformly. The others provoke races. */
const UNIFORM_ORDER_INTERVAL = 3;

/**
 * Picks events at random. A search starts with some random orders. Without them, a search that runs out of time would
 * have covered only a small corner of the scene, and could miss a fault that half of all orders expose.
 *
 * As long as other events are available, two out of three orders delay events that do not commute with a pending one.
 * Racing events then meet, and each outcome of the race is equally likely (RaceFuzzer: Sen, 2008).
 */
export class RandomOrder implements OrderSource {
  private readonly stream: RandomStream;
  private readonly table: MarksTable | undefined;

  /** @param index index of the order; each order has its own random stream. */
  constructor(index: number) {
    this.stream = new RandomStream(deriveSeed(readSeed(SEED), 'order', index));
    this.table = index % UNIFORM_ORDER_INTERVAL === 0 ? undefined : new MarksTable();
  }

  choose(question: SearchQuestion): number {
    const { alternatives } = question;
    if (this.table === undefined || alternatives === 1) return this.stream.below(alternatives);
    const raceFreeIndices = findRaceFreeIndices(question, this.table);
    return raceFreeIndices.length === 0
      ? this.stream.below(alternatives)
      : raceFreeIndices[this.stream.below(raceFreeIndices.length)]!;
  }
}

/** Returns the indices of the events that commute with all other events that may occur next. */
function findRaceFreeIndices(question: SearchQuestion, table: MarksTable): readonly number[] {
  const marks = question.steps().map(({ footprint }) => table.fromFootprint(footprint()));
  const commutes = (index: number): boolean =>
    marks.every((other, i) => i === index || !table.mayConflict(marks[index]!, other));
  return [...marks.keys()].filter(commutes);
}

/** The limits and callbacks of a search. */
interface ExploreOptions {
  /** Time limit in milliseconds, after which the search is reported as bounded. */
  readonly ms: number;
  /** The maximum number of stored states, each of which takes 24 bytes and a 40-character string. */
  readonly maxStates?: number;
  /** Overrides the default reduced search. Set only by tests that check the reduction itself. */
  readonly search?: OrderSearch;
  /**
   * The number of random orders to run first (default: 0). Their findings are reported, but they do not affect whether
   * the search is "complete".
   */
  readonly randomOrders?: number;
  /** Stops the search at the first failure for which this returns true. If set, schedules are not shortened. */
  readonly until?: (finding: Finding) => boolean;
  readonly signal?: AbortSignal;
  /** Called periodically with the progress. */
  readonly onProgress?: (
    progress: Pick<ExploreResult, 'runs' | 'states' | 'seconds'> & { readonly failures: number },
  ) => void;
}

/** The result of a search. */
export interface ExploreResult {
  /**
   * Whether every order was followed to its end or to a known state, and the reduction has been validated against an
   * exhaustive search for scenes like this one.
   */
  readonly complete: boolean;
  /** Like `complete`, but also true if the reduction has not been validated for scenes like this one. */
  readonly exhausted: boolean;
  /** Why the search is incomplete. Empty if it is complete. */
  readonly bounded: readonly string[];
  readonly runs: number;
  /** The number of initial random-order runs. */
  readonly randomRuns: number;
  /** The number of runs that completed. */
  readonly ends: number;
  /** The number of runs that failed. */
  readonly failed: number;
  /** The number of states with more than one possible next event. */
  readonly states: number;
  /** The number of steps at which some of the next events could be skipped. */
  readonly reductions: number;
  readonly seconds: number;
  /** Choices that always took their first alternative. */
  readonly pinned: readonly ChoicePoint[];
  /** The number of rules that checked the runs. */
  readonly rules: number;
  /** The rules skipped because they compare cycles. */
  readonly leftOut: readonly RuleId[];
  readonly findings: readonly ExploreFinding[];
  /** The memory spaces that were accessed. */
  readonly spaces: readonly string[];
  /** The distinct final memory contents of all completed runs. */
  readonly memories: readonly string[];
}

/** The number of random orders to run before a search for failures. */
export const RANDOM_ORDERS = 30;

/** The default limit on stored states, which corresponds to about 200 MB. */
const DEFAULT_MAX_STATES = 1_000_000;
const MAX_SHORTENING_RUNS = 200;
const PROGRESS_INTERVAL_MS = 1000;
/** How often a search yields to the event loop, in milliseconds. */
const YIELD_INTERVAL_MS = 100;

/**
 * Follows every possible order of a scene's events and checks each run. Regularly yields to the event loop so that it
 * can be interrupted.
 *
 * @param scenario a small scene (see `makeSmallScene`); its schedule is replaced.
 * @throws UsageError if the scene cannot be searched.
 */
export async function explore(scenario: Scenario, options: ExploreOptions): Promise<ExploreResult> {
  requireSearchable(scenario);
  requireSearchableKnobs(scenario);
  const { randomOrders = 0, maxStates = DEFAULT_MAX_STATES } = options;
  const scene: Scenario = { ...scenario, schedule: makeOrderSchedule(scenario, []) };
  const search = options.search ?? new RaceSearch(maxStates);
  const tally = new Tally();
  const start = Date.now();
  let lastReport = start;
  let lastYield = start;
  let stopReason: string | undefined;
  const runOrder = async (source: OrderSource): Promise<void> => {
    const run = runAndCheck(scene, source);
    tally.add(run);
    const now = Date.now();
    if (run.isTooLong) stopReason = `a run had more than ${formatNumber(MAX_EVENTS)} events`;
    else if (run.finding !== undefined && options.until?.(run.finding) === true)
      stopReason = 'it found a failure';
    else if (options.signal?.aborted === true) stopReason = 'it was interrupted';
    else if (now - start >= options.ms) stopReason = 'time ran out';
    if (now - lastReport >= PROGRESS_INTERVAL_MS) {
      lastReport = now;
      options.onProgress?.({
        ...{ runs: tally.runs, states: search.states, failures: tally.failing.size },
        seconds: (now - start) / 1000,
      });
    }
    if (now - lastYield < YIELD_INTERVAL_MS) return;
    await setImmediate();
    lastYield = Date.now();
  };
  let randomRuns = 0;
  for (; stopReason === undefined && randomRuns < randomOrders; randomRuns++)
    await runOrder(new RandomOrder(randomRuns));
  for (let hasMore = stopReason === undefined; hasMore; ) {
    await runOrder(search);
    hasMore = stopReason === undefined && search.incompleteReason === undefined && search.advance();
  }
  const reasons = [stopReason, search.incompleteReason].filter((reason) => reason !== undefined);
  const seconds = (Date.now() - start) / 1000;
  return makeResult(scene, options, { search, tally, randomRuns, reasons, seconds });
}

/** The data that a search collected. */
interface SearchOutcome {
  readonly search: OrderSearch;
  readonly tally: Tally;
  readonly randomRuns: number;
  /** Why some orders were not followed. */
  readonly reasons: readonly string[];
  readonly seconds: number;
}

function makeResult(
  scene: Scenario,
  { until }: ExploreOptions,
  { search, tally, randomRuns, reasons, seconds }: SearchOutcome,
): ExploreResult {
  const unvalidated = listUnvalidatedFeatures(scene, tally.spaces);
  const incompleteReasons =
    unvalidated.length === 0
      ? reasons
      : [...reasons, `the reduction has not been validated for ${unvalidated.join(', ')}`];
  const { gfx } = chipOf(scene.chip);
  const rules = RULES.filter(({ generations }) => generations.includes(gfx));
  const skippedRules = rules.filter(({ timed }) => timed === true).map(({ id }) => id);
  return {
    complete: incompleteReasons.length === 0,
    exhausted: reasons.length === 0,
    bounded: incompleteReasons,
    ...{
      runs: tally.runs,
      randomRuns,
      ends: tally.completedRuns,
      failed: tally.failed,
      states: search.states,
    },
    reductions: search.reductions,
    seconds,
    pinned: [...tally.pinned],
    rules: rules.length - skippedRules.length,
    leftOut: skippedRules,
    findings: Array.from(tally.failing, ([signature, run]) =>
      makeFinding(scene, signature, run, until === undefined ? MAX_SHORTENING_RUNS : 0),
    ),
    spaces: [...tally.spaces],
    memories: [...tally.finalMemories].sort(),
  };
}
