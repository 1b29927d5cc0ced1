import type { KillRow } from '../../closure/qualify/index.js';
import { type ScenarioSize, shrinkScenario } from '../../failures/shrink/index.js';
import { resolveReplay } from '../../failures/stored/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { getHandwrittenSize } from './by-hand.js';

/** A fault's killing test after shrinking. */
export interface ShrinkBenchResult {
  readonly fault: string;
  /** The violated rule. */
  readonly rule: string;
  readonly original: ScenarioSize;
  readonly shrunk: ScenarioSize;
  /** The size of the handwritten case: waves plus primitives. */
  readonly hand: number;
  /** The size of the shrunk case (waves, primitives and schedule decisions) relative to the handwritten case. */
  readonly ratio: number;
  /** CPU time of the search, in seconds, which is unaffected by other load on the machine. */
  readonly seconds: number;
  readonly steps: number;
  readonly complete: boolean;
}

/** CPU time after which a search has clearly missed its goal, in seconds. */
const LIMIT_SECONDS = 30;

/** Shrinks the killing test of a kill matrix row. Returns undefined if the test now passes. */
export async function shrinkKill({ id, rule, killer }: KillRow): Promise<ShrinkBenchResult | undefined> {
  const overrides = { chips: [], knobs: {}, faults: [id] };
  // Other versions draw different scenarios from the same seed. If the new scenario no longer detects the fault, the
  // test is reported as passing.
  const { scenario } = resolveReplay(killer.replace(/~.*/, ''), overrides, openCorpus());
  const startUsage = process.cpuUsage();
  const controller = new AbortController();
  const timer = setInterval(() => {
    if (getSecondsSince(startUsage) > LIMIT_SECONDS) controller.abort();
  }, 100);
  const result = await shrinkScenario(scenario, {
    budgetMs: Infinity,
    signal: controller.signal,
    warning: rule,
  });
  clearInterval(timer);
  const seconds = getSecondsSince(startUsage);
  if (result === undefined) return undefined;
  const { signature, original, shrunk, steps, complete } = result;
  const firedRule = signature.split(' ', 1)[0]!;
  const hand = getHandwrittenSize(id, firedRule, shrunk.waves === 1);
  const ratio = (shrunk.waves + shrunk.primitives + shrunk.choices) / hand;
  return {
    fault: id,
    rule: firedRule,
    original,
    shrunk,
    hand,
    ratio,
    seconds,
    steps,
    complete,
  };
}

function getSecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
