import type { ChipName } from '../../arch/index.js';
import { MarksTable } from '../../failures/explore/marks.js';
import { resolveScene } from '../../failures/explore/scene-to-explore.js';
import { type Footprint, makeDefaultBudget, type OrderQuestion, runScenario } from '../../rtl-model/index.js';
import type { FaultId, Scenario } from '../../transactions/index.js';
import { LossyTable } from '../failures/explore/support/blind-table.js';

/** The number of event pairs to run in both orders. */
const PAIRS = 60;

/** A position in a run, and two possible next events that are declared to commute. */
interface Pair {
  readonly prefix: readonly number[];
  readonly names: readonly [string, string];
}

/** Whether two events are declared to commute. */
type CommuteTest = (a: Footprint, b: Footprint) => boolean;

function makeCommuteTest(table: MarksTable): CommuteTest {
  return (a, b) => !table.mayConflict(table.fromFootprint(a), table.fromFootprint(b));
}

/** Returns a function that generates reproducible random integers below its argument. */
function makeSeededPicker(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

const indexOf = (question: OrderQuestion, name: string): number =>
  question.steps().findIndex((step) => step.name === name);

/** Runs the scene with random choices. At each one, picks a random pair of events that commute, if any. */
function pickPairs(scene: Scenario, seed: number, commute: CommuteTest): Pair[] {
  const pick = makeSeededPicker(seed);
  const pairs: Pair[] = [];
  const prefix: number[] = [];
  const guide = (question: OrderQuestion): number => {
    const events = question.steps().map(({ name, footprint }) => ({ name, footprint: footprint() }));
    const pairsHere = events.flatMap((a, index) =>
      events
        .slice(index + 1)
        .filter(({ footprint }) => commute(a.footprint, footprint))
        .map(({ name }) => [a.name, name] as const),
    );
    if (pairsHere.length > 0) pairs.push({ prefix: [...prefix], names: pairsHere[pick(pairsHere.length)]! });
    const index = pick(events.length);
    prefix.push(index);
    return index;
  };
  runScenario(scene, null, { guide, budget: makeDefaultBudget() });
  return pairs;
}

/** Placeholder for the fingerprint when one of the two events cannot occur in the given order. */
const IMPOSSIBLE = 'impossible';

/** Returns the fingerprint after two events in the given order, or undefined if the run ends with them. */
function getFingerprintAfter(
  scene: Scenario,
  { prefix }: Pair,
  [first, second]: readonly string[],
): string | undefined {
  let stepsTaken = 0;
  let fingerprint: string | undefined;
  runScenario(scene, null, {
    budget: makeDefaultBudget(),
    guide: (question) => {
      const step = stepsTaken++;
      if (step < prefix.length) return prefix[step];
      if (step === prefix.length + 2) fingerprint = question.fingerprint();
      if (step === prefix.length + 2) return undefined;
      const index = indexOf(question, step === prefix.length ? first! : second!);
      if (index < 0) fingerprint = IMPOSSIBLE;
      return index < 0 ? undefined : index;
    },
  });
  return fingerprint;
}

/** Runs pairs declared to commute in both orders. Returns those tried, and those that lead to different states. */
function tryPairs(
  scene: Scenario,
  commute: CommuteTest,
  shouldStop: (mismatches: readonly string[]) => boolean,
) {
  const seen = new Set<string>();
  const mismatches: string[] = [];
  for (let seed = 1; seen.size < PAIRS && seed < 100; seed++)
    for (const pair of pickPairs(scene, seed, commute)) {
      const [a, b] = pair.names;
      const pairName = pair.names.join(' and ');
      if (seen.has(pairName) || seen.size >= PAIRS || shouldStop(mismatches)) continue;
      const [state, swapped] = [
        getFingerprintAfter(scene, pair, [a, b]),
        getFingerprintAfter(scene, pair, [b, a]),
      ];
      // Runs that end with the pair have no later state to compare.
      if (state === undefined && swapped === undefined) continue;
      seen.add(pairName);
      if (state !== swapped || state === IMPOSSIBLE) mismatches.push(pairName);
    }
  return { seen, mismatches };
}

const makeScene = (chip: ChipName, pixels: string, faults: readonly FaultId[] = []): Scenario =>
  resolveScene('rmw_buffer', { chips: [chip], knobs: {}, faults }, { pixels }).scene;

it.each<readonly [ChipName, string]>([
  ['vega10', 'AAA'],
  ['navi21', 'ABA'],
  ['navi31', 'AAB'],
  ['vega10', 'AaAa'],
])('events on %s that are declared to commute leave the same state in either order', (chip, pixels) => {
  const { seen, mismatches } = tryPairs(
    makeScene(chip, pixels),
    makeCommuteTest(new MarksTable()),
    () => false,
  );
  expect(mismatches).toEqual([]);
  expect(seen.size).toBe(PAIRS);
});

it.each<readonly [string, readonly FaultId[]]>([
  ['packers', []],
  ['word', ['F46']],
])('ignoring "%s" in footprints makes some non-commuting pairs appear to commute', (kind, faults) => {
  const [lossy, correct] = [makeCommuteTest(new LossyTable(kind)), makeCommuteTest(new MarksTable())];
  const overlooked: CommuteTest = (a, b) => lossy(a, b) && !correct(a, b);
  const { mismatches } = tryPairs(makeScene('vega10', 'AA', faults), overlooked, ({ length }) => length > 0);
  expect(mismatches).not.toEqual([]);
});
