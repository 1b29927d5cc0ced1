import {
  countsAsFinding,
  deriveSeed,
  type FaultId,
  findFault,
  formatSeed,
  type RuleId,
  type Scenario,
  type Schedule,
} from '../../transactions/index.js';
import { readSeed } from '../basics/seeds.js';
import { StreamDigest } from '../basics/stream-digest.js';
import { nameOfScene } from '../explore/compared-scenes.js';
import { explore, RANDOM_ORDERS } from '../explore/explore.js';
import { scenarioOfScene } from '../explore/scene-to-explore.js';
import { runScenarioTest } from '../one-test/run-test.js';
import type { OrderFault } from './order-faults.js';

/** How order faults are looked for. */
export interface OrderFaultPlan {
  /** Root of the seeds of random and PCT runs. */
  readonly seed: string;
  /** Random runs, and PCT runs, that do not find the fault after which it counts as missed. */
  readonly count: number;
  /** Time for the search of orders. */
  readonly searchMs: number;
}

/** How one way of looking for a fault ended. */
export interface Attempt {
  readonly found: boolean;
  /** Runs until it was found or given up. */
  readonly runs: number;
  readonly seconds: number;
}

/** What became of one order fault. */
export interface OrderFaultVerdict {
  readonly id: FaultId;
  readonly title: string;
  /** Test, chip, pixels and knobs of its scene. */
  readonly scene: string;
  /** The fault changed a run of the scene: a random run without it gives other transactions, or a rule saw it. */
  readonly armed: boolean;
  readonly explore: Attempt & {
    readonly states: number;
    /** Every order was followed, or the fault was found before that. */
    readonly ended: boolean;
    /** Rule that saw it. */
    readonly rule?: RuleId;
  };
  readonly random: Attempt;
  readonly pct: Attempt;
}

/** Changes of priority in one PCT run: enough for bugs that need three events in one order. */
const PCT_DEPTH = 3;
/** Random runs that are compared with the same run without the fault. */
const ARMING_RUNS = 20;
const MS_PER_SECOND = 1000;

/**
 * Looks for a fault in its scene in three ways: every order of events, random times, and PCT. Each ends with the first error of a
 * rule of the fault's classes. Only the seconds, and with them a search that its time ended, depend on the machine.
 */
export function searchFault(row: OrderFault, plan: OrderFaultPlan): OrderFaultVerdict {
  const { fault } = row;
  const scene = scenarioOfScene({ ...row, faults: [fault] });
  const clean = scenarioOfScene({ ...row, faults: [] });
  const searched = searchOrders(fault, scene, plan);
  const random = tryRuns(fault, scene, plan, (seed) => ({ strategy: 'random', seed }));
  const steps = stepsOf(clean);
  const pct = tryRuns(fault, scene, plan, (seed) => ({ strategy: 'pct', seed, depth: PCT_DEPTH, steps }));
  const isSeen = searched.found || random.found || pct.found;
  return {
    id: fault,
    title: findFault(fault)!.title,
    scene: nameOfScene({ ...row, faults: [] }),
    armed: isSeen || changesRuns(scene, clean, plan),
    explore: searched,
    random,
    pct,
  };
}

function searchOrders(
  fault: FaultId,
  scene: Scenario,
  { searchMs }: OrderFaultPlan,
): OrderFaultVerdict['explore'] {
  const isFound = (rule: string | undefined): boolean => rule !== undefined && countsAsFinding(fault, rule);
  const { findings, runs, states, seconds, exhausted } = explore(scene, {
    ms: searchMs,
    randomOrders: RANDOM_ORDERS,
    until: (finding) => isFound(finding.rule),
  });
  const rule = findings.map(({ violation }) => violation?.rule).find(isFound);
  const attempt = {
    found: rule !== undefined,
    runs,
    seconds,
    states,
    ended: exhausted || rule !== undefined,
  };
  return rule === undefined ? attempt : { ...attempt, rule };
}

function tryRuns(
  fault: FaultId,
  scene: Scenario,
  { seed, count }: OrderFaultPlan,
  scheduleOf: (seed: string) => Schedule,
): Attempt {
  const start = performance.now();
  let found = false;
  let runs = 0;
  while (!found && runs < count) {
    const schedule = scheduleOf(formatSeed(deriveSeed(readSeed(seed), fault, runs++)));
    const { violations } = runScenarioTest({ ...scene, schedule }).verdict;
    found = violations.some(({ severity, rule }) => severity === 'error' && countsAsFinding(fault, rule));
  }
  return { found, runs, seconds: (performance.now() - start) / MS_PER_SECOND };
}

/** Choices of one random run, over which PCT spreads its changes. */
function stepsOf(scene: Scenario): number {
  const schedule: Schedule = { strategy: 'random', seed: '0x1' };
  const { run } = runScenarioTest({ ...scene, schedule }, { record: true });
  return Math.max(1, run.choices!.length);
}

function changesRuns(scene: Scenario, clean: Scenario, { seed }: OrderFaultPlan): boolean {
  for (let index = 0; index < ARMING_RUNS; index++) {
    const random = formatSeed(deriveSeed(readSeed(seed), scene.name, index));
    const schedule: Schedule = { strategy: 'random', seed: random };
    if (digestOf({ ...scene, schedule }) !== digestOf({ ...clean, schedule })) return true;
  }
  return false;
}

function digestOf(scenario: Scenario): string {
  const stream = new StreamDigest();
  runScenarioTest(scenario, { sink: (transaction) => stream.take(transaction) });
  return stream.end().digest;
}
