import { type Profiler, Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { makeFunction } from '../../arch/index.js';
import { findRule, RULES, type Rule } from '../../checkers/index.js';
import { getKillMatrixPath, readKillMatrix } from '../../closure/qualify/index.js';
import { makeWorkload, runWorkload } from './workload.js';

const SAMPLING_MICROSECONDS = 250;
/** How many tests warm up, and how many are measured. */
const WARM_UP_TESTS = 150;
const MEASURED_TESTS = 300;
/** The largest share of a rule whose row does not say what it costs. Above 1 %, it should; figures vary by half of that. */
const MAX_UNEXPLAINED = 0.02;

/** Owners that are not rules, by the file of a function. */
const OTHER_OWNERS = [
  [/\/checkers\/evidence\/(?:facts|geometry|ledger|partial|reference|visibility)\/([\w-]+)/, 'ledger'],
  [/\/checkers\/evidence\/basics\/(dispatch)/, 'scoreboards'],
  [/\/coverage\/groups\/([\w-]+)/, 'covergroup'],
  [/\/coverage\/collector\/([\w-]+)/, 'coverage'],
] as const;
/** The rooms, for the rest of their functions. What these call counts for its own owner. */
const ROOMS = /\/dist\/(arch|checkers|coverage|rtl-model|stimulus|transactions)\//;

interface RuleCount {
  /** How many transactions the rule handled. */
  handled: number;
  /** How many of them it handled in tests in which it never had anything to check. */
  idle: number;
  armed: number;
}

type Call = (...values: readonly unknown[]) => unknown;

/** Gives each function of a rule's check a name by which a profile can tell whose it is, and counts transactions. */
function nameFunctions<T extends object>(id: string, functions: T, count: () => void): T {
  const named = Object.entries(functions).map(([key, value]: [string, unknown]) => {
    if (key === 'onWave') return [key, nameFunctions(id, value as object, count)];
    if (typeof value !== 'function') return [key, value];
    const isHandler = key !== 'finish' && key !== 'create';
    const body = `return function ${toFunctionName(id)}(a, b) { ${isHandler ? 'count(); ' : ''}return call(a, b); } // ${key}`;
    return [key, makeFunction(['call', 'count'], body)(value as Call, count)];
  });
  return Object.fromEntries(named) as T;
}

/** A rule's id as part of a function's name. */
function toFunctionName(id: string): string {
  return `rule_${id.replaceAll('-', '_')}`;
}

/** Makes all rules count what they handle, and returns the counts by rule, with a function that ends a test. */
function watchRules() {
  const counts = new Map<string, RuleCount>();
  const running = new Map<string, number>();
  for (const rule of RULES) {
    const count = (): void => void running.set(rule.id, (running.get(rule.id) ?? 0) + 1);
    const { create }: Rule = rule;
    const named = nameFunctions(
      rule.id,
      { create: (...values: Parameters<Rule['create']>) => nameFunctions(rule.id, create(...values), count) },
      count,
    );
    Object.assign(rule, named);
    counts.set(rule.id, { handled: 0, idle: 0, armed: 0 });
  }
  const endTest = (armed: Readonly<Record<string, number>>): void => {
    for (const [id, times] of Object.entries(armed)) {
      const total = counts.get(id)!;
      const handled = running.get(id) ?? 0;
      total.handled += handled;
      if (times === 0) total.idle += handled;
      total.armed += times;
    }
    running.clear();
  };
  return { counts, endTest };
}

/** Returns the share of each owner in a profile's samples: a rule, a ledger, a covergroup, or a room for the rest. */
export function shareOut({ nodes, samples = [] }: Profiler.Profile): ReadonlyMap<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const hits = new Map<number, number>();
  for (const id of samples) hits.set(id, (hits.get(id) ?? 0) + 1);
  const shares = new Map<string, number>();
  const visit = (id: number, outer: string, isFinal: boolean): void => {
    const node = byId.get(id)!;
    const { functionName, url } = node.callFrame;
    const rule = /^rule_(\w+)$/.exec(functionName)?.[1]?.replaceAll('_', '-');
    const [owner, isSettled] = isFinal
      ? [outer, true]
      : rule !== undefined
        ? [rule, true]
        : (findOwner(url) ?? [functionName === '(garbage collector)' ? functionName : outer, false]);
    shares.set(owner, (shares.get(owner) ?? 0) + (hits.get(id) ?? 0) / samples.length);
    for (const child of node.children ?? []) visit(child, owner, isSettled);
  };
  visit(nodes[0]!.id, '(other)', false);
  return shares;
}

/** Returns the owner of a file that is not a rule's, and whether all that it calls is its own too. */
function findOwner(url: string): readonly [string, boolean] | undefined {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  for (const [pattern, kind] of OTHER_OWNERS) {
    const name = pattern.exec(path)?.[1];
    if (name !== undefined) return [`${kind} ${name}`, kind === 'ledger' || kind === 'covergroup'];
  }
  const room = ROOMS.exec(path)?.[1];
  return room === undefined ? undefined : [room, false];
}

/**
 * Prints the `rows` dearest rules, ledgers and covergroups on tests of the mixed workload, after a warm-up: their
 * share of the samples of the thread, and for a rule how many transactions it handled, the share of those in tests in
 * which it had nothing to check, how often it was armed, how many faults only this rule detects, and why it costs that.
 * @throws Error if a rule takes more than `MAX_UNEXPLAINED` and its row does not say why
 */
export async function printRuleCosts([rows = '40']: readonly string[]): Promise<void> {
  const { counts, endTest } = watchRules();
  runWorkload(makeWorkload().slice(0, WARM_UP_TESTS), () => endTest({}));
  const scenarios = makeWorkload(1).slice(0, MEASURED_TESTS);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLING_MICROSECONDS });
  await session.post('Profiler.start');
  runWorkload(scenarios, ({ armed }) => endTest(armed));
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const soleKills = readKillMatrix(getKillMatrixPath()).flatMap(({ rules }) => {
    const [rule, ...others] = Object.keys(rules);
    return rule === undefined || others.length > 0 ? [] : [rule];
  });
  const sorted = [...shareOut(profile)].sort(([, a], [, b]) => b - a);
  const isDetail = ([owner]: readonly [string, number]): boolean => counts.has(owner) || owner.includes(' ');
  const details = sorted.filter(isDetail).slice(0, Number(rows));
  console.log('  share  handled   idle    armed  sole kills');
  for (const [owner, share] of [...sorted.filter((entry) => !isDetail(entry)), ...details]) {
    const count = counts.get(owner);
    const kills = soleKills.filter((id) => id === owner).length;
    const idle = count && `${Math.round((100 * count.idle) / Math.max(count.handled, 1))} %`;
    const numbers = count && [count.handled, idle, count.armed, kills];
    const widths = [9, 7, 9, 5];
    const text = numbers?.map((value, i) => String(value).padStart(widths[i]!)).join('') ?? ' '.repeat(30);
    const costs = count && findRule(owner)?.costs;
    console.log(`${(100 * share).toFixed(2).padStart(5)} %${text}  ${owner}${costs ? `: ${costs}` : ''}`);
  }
  const unexplained = sorted.filter(
    ([owner, share]) => counts.has(owner) && share > MAX_UNEXPLAINED && !findRule(owner)?.costs,
  );
  if (unexplained.length > 0)
    throw new Error(`rows that do not say why they cost more than 2 %: ${unexplained.map(([id]) => id)}`);
}
