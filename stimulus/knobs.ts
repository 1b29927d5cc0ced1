import type { Chip, ChipName } from '../arch/index.js';
import { chipOf, factsOf, findMax, findMin, getMaxWaveRows } from '../arch/index.js';
import type { Knob, KnobName, KnobValues } from '../transactions/index.js';
import { defaultKnobs, deriveSeed, KNOBS, RandomStream, setting } from '../transactions/index.js';

type IdSpace = Pick<KnobValues, 'idWrap' | 'idWindow' | 'idStart'>;
type SleepKnobs = Pick<KnobValues, 'wakeRemembered' | 'sleepEndless'>;

/**
 * Pairs of `idWrap` and `idWindow` under which correct programs still work (pops.md 5.5, 10.1). On GFX9, the window
 * must be smaller than the wrap.
 */
export const ID_SPACES: readonly (readonly [wrap: number, window: number])[] = [
  [1023, 1022],
  [1023, 512],
  [512, 511],
  [63, 40],
  [31, 16],
  [15, 9],
  [7, 4],
];

/**
 * Overrides some knobs of a test's id space. The picked values are adjusted so that the gap between wrap and window is
 * at least as large as in one of the listed id spaces, and the first id is at most the wrap.
 */
export function fitIds(picked: IdSpace, fixed: Partial<IdSpace>): IdSpace {
  // The smallest wrap with a window that is large enough, or the largest wrap if no window is.
  const [[largestWrap]] = ID_SPACES;
  const wraps = ID_SPACES.filter(([, window]) => window >= (fixed.idWindow ?? 0)).map(([wrap]) => wrap);
  const minWrap = findMin(wraps, largestWrap);
  const idWrap = fixed.idWrap ?? Math.max(picked.idWrap, minWrap, fixed.idStart ?? 0);
  const windows = ID_SPACES.filter(([wrap]) => wrap <= idWrap).map(([, window]) => window);
  return {
    idWrap,
    idWindow: fixed.idWindow ?? Math.min(picked.idWindow, findMax(windows)),
    idStart: fixed.idStart ?? picked.idStart % (idWrap + 1),
  };
}

/**
 * Overrides some wake and sleep knobs. Unless both are fixed, a lost wake and an endless sleep are never combined,
 * because together they would hang a correct program.
 */
function fitSleep(picked: SleepKnobs, fixed: Partial<SleepKnobs>): SleepKnobs {
  const isEndless = fixed.sleepEndless === setting('sleepEndless', 'until-wake');
  const isLost = fixed.wakeRemembered === setting('wakeRemembered', 'lost');
  const {
    wakeRemembered = isEndless ? setting('wakeRemembered', 'remembered') : picked.wakeRemembered,
    sleepEndless = isLost ? setting('sleepEndless', 'finite') : picked.sleepEndless,
  } = fixed;
  return { wakeRemembered, sleepEndless };
}

/**
 * Overrides some of a scenario's knobs, and adjusts the other id and sleep knobs if the combination would make correct
 * programs fail.
 */
export function withFixedKnobs(knobs: KnobValues, fixed: Partial<KnobValues>): KnobValues {
  const fixesIds = [fixed.idWrap, fixed.idWindow, fixed.idStart].some((knob) => knob !== undefined);
  const ids = fixesIds ? fitIds(knobs, fixed) : {};
  return { ...knobs, ...fixed, ...ids, ...fitSleep(knobs, fixed) };
}

/** A knob's value in all tests, or `oneOf`: a list that each test picks a value from (suites.md). */
export type KnobChoice<K extends KnobName = KnobName> =
  | KnobValues[K]
  | { readonly oneOf: readonly KnobValues[K][] };

/** The knobs with fixed or restricted values, by name (suites.md, `pops-tb list knobs`). */
export type KnobChoices = { readonly [K in KnobName]?: KnobChoice<K> };

/** Returns the values that a choice lists explicitly; empty for a range. */
function listValues(choice: KnobChoice | undefined): readonly number[] {
  const choices = typeof choice === 'object' && 'oneOf' in choice ? choice.oneOf : [choice];
  return choices.filter((value) => typeof value === 'number');
}

/**
 * Describes, for an error message, fixed knob values that would make a correct program fail on the chip. Returns
 * undefined if there are none. Random knobs are picked so that they work with the fixed ones.
 */
export function findImpossibleKnobs(name: ChipName, knobs: KnobChoices): string | undefined {
  const chip = chipOf(name);
  const { packers: maxPackers, gfx } = chip;
  const packers = findMax(listValues(knobs.packers), 0);
  if (packers > maxPackers)
    return `packers=${packers} on ${name}; this chip has only ${maxPackers}; use a lower value or select other chips with --chip`;
  const minRows = getMaxWaveRows(chip);
  const rows = listValues(knobs.registerRows).find((value) => value > 0 && value < minRows);
  if (rows !== undefined)
    return `registerRows=${rows} on ${name}; expected 0 or at least ${minRows}, which is enough for every program`;
  if (
    factsOf(gfx).canSleepForever &&
    listValues(knobs.sleepEndless).includes(setting('sleepEndless', 'until-wake')) &&
    listValues(knobs.wakeRemembered).includes(setting('wakeRemembered', 'lost'))
  ) {
    return `sleepEndless=until-wake with wakeRemembered=lost on ${name}; a wave that misses its wake-up would sleep forever; use sleepEndless=finite or wakeRemembered=remembered`;
  }
  const window = findMax(listValues(knobs.idWindow), 0);
  const wrap = findMin(listValues(knobs.idWrap), KNOBS.idWrap.max);
  // GFX9 cannot distinguish a wave that is exactly one wrap away from the requesting wave (pops.md 5.4, alias).
  const maxWindow = factsOf(gfx).newestIdOffByOne ? wrap - 1 : wrap;
  return window > maxWindow
    ? `idWindow=${window} with idWrap=${wrap} on ${name}; expected a window of at most ${maxWindow}`
    : undefined;
}

/** Values for a subset of the knobs: a number or a range for each. */
type RandomKnobs = Partial<Record<KnobName, KnobValues[KnobName]>>;

/** Knob names in one string, such as `waveSlots taQueue`. */
type NameList<Text extends string> = Text extends KnobName
  ? Text
  : Text extends `${infer First extends KnobName} ${infer Rest}`
    ? `${First} ${NameList<Rest>}`
    : never;

function knobNames<Text extends string>(names: Text & NameList<Text>): KnobName[] {
  return names.split(' ') as KnobName[];
}

/** A function that picks knobs whose values depend on the chip or on each other. */
type KnobRule = (stream: RandomStream, chip: Chip) => RandomKnobs;

/**
 * The order in which a test's stream picks knobs. Each step is one knob, a group of knobs that are randomised together,
 * or a rule. Changing this order changes the meaning of every seed. Unlisted knobs each get their own stream, so adding
 * one only takes a new row in `KNOBS`.
 */
const STEPS: readonly (KnobName | readonly KnobName[] | KnobRule)[] = [
  pickIdSpace,
  (stream, chip) => ({ packers: 1 + stream.below(chip.packers) }),
  ...knobNames('regionSize regionMap formationTimeout primitivesPerWave quadsPerCycle waveSlots'),
  (_, chip) => ({ registerRows: getMaxWaveRows(chip) }),
  ...knobNames('stagedWaves exitAdvance wakeAll'),
  pickSleep,
  ...knobNames('falseOverlap staleNewest exportSpace instructionCacheLines taQueue'),
  ['xnackRate', 'xnackAction'],
  ...knobNames('launchLatency messageLatency exitVisibleLatency wakeLatency exportReadyLatency'),
  ...knobNames('exportAllocLatency exportLatency loadLatency storeLatency scalarLatency'),
  ...knobNames('returnLatency issueGap fetchLatency ldsLatency fillLatency l0Latency gl1Latency'),
  ...knobNames('writeBackLatency xnackLatency overlapReach overlapEntries overlapOverflow'),
  ...knobNames('intrawaveNewest messageWithoutPacker secondMessage packerAfterExit unselectedPoll'),
  ...knobNames('sampleChange drainScope collisionSupply binning binSize batchPrimitives exportBuses'),
  ...knobNames('exportPriority'),
];

/** This knob only affects background work, so it is picked along with it. */
const BACKGROUND_KNOB = 'gdsLatency' satisfies KnobName;

const KNOBS_WITH_STEPS: ReadonlySet<unknown> = new Set([...STEPS.flat(), BACKGROUND_KNOB]);

/** Each step or unlisted knob has a one in `DEFAULT_ODDS` chance of keeping its default (swarm testing). */
const DEFAULT_ODDS = 2;

/**
 * Picks the implementation-defined hardware behaviour for a fault-free test. Each knob keeps its default or gets a
 * value from its range, but combinations that would make a correct program fail are avoided (pops.md 10.1). Fixed knobs
 * take precedence, and random knobs that conflict with them are adjusted.
 */
export function pickKnobValues(stream: RandomStream, chip: Chip, fixed: Partial<KnobValues>): KnobValues {
  const picked: RandomKnobs = { ...defaultKnobs() };
  for (const step of STEPS) {
    if (step === 'collisionSupply' && chip.quirks?.reservedCollisionEnable !== true) continue;
    if (stream.below(DEFAULT_ODDS) === 0) continue;
    if (typeof step === 'function') Object.assign(picked, step(stream, chip));
    else for (const name of [step].flat()) picked[name] = pickKnob(stream, KNOBS[name]);
  }
  Object.assign(picked, pickUnorderedKnobs(stream, KNOBS));
  pickConditions(stream, chip, picked);
  return withFixedKnobs(picked as KnobValues, fixed);
}

/**
 * Picks the knobs that have no step, and returns those that do not keep their defaults. Each knob has its own stream,
 * derived from its name, so a new row does not affect a seed's other knobs.
 */
export function pickUnorderedKnobs(
  stream: RandomStream,
  knobs: Readonly<Record<string, Knob>>,
): Readonly<Record<string, KnobValues[KnobName]>> {
  const branch = stream.clone();
  const root = { high: branch.nextUint32(), low: branch.nextUint32() };
  const picked: Record<string, KnobValues[KnobName]> = {};
  for (const [name, knob] of Object.entries(knobs)) {
    if (KNOBS_WITH_STEPS.has(name) || (knob.kind === 'value' && knob.clean === undefined)) continue;
    const knobStream = new RandomStream(deriveSeed(root, name, 0));
    if (knobStream.below(DEFAULT_ODDS) !== 0) picked[name] = pickKnob(knobStream, knob);
  }
  return picked;
}

/** Picks a subrange of a range knob, or one of a value knob's clean values. */
function pickKnob(stream: RandomStream, knob: Knob): KnobValues[KnobName] {
  if (knob.kind === 'range') return pickRange(stream, knob.min, knob.max);
  const values = knob.clean ?? [knob.default];
  return values[stream.below(values.length)]!;
}

/** Groups of related knobs. Some seeds reset an entire group, to exercise the others in isolation (swarm testing). */
const FEATURES: readonly (readonly KnobName[])[] = [
  ['idWrap', 'idWindow', 'idStart'],
  ['packers', 'regionSize', 'regionMap'],
  ['falseOverlap', 'overlapReach', 'overlapEntries', 'overlapOverflow'],
  ['binning', 'binSize', 'batchPrimitives'],
  ['waveSlots', 'registerRows', 'stagedWaves'],
  ['exportSpace', 'exportBuses', 'exportPriority'],
  ['taQueue', 'xnackRate', 'instructionCacheLines'],
  ['wakeRemembered', 'sleepEndless', 'exitAdvance', 'wakeAll'],
];

/** The smallest queues and resources. Registers are omitted because their minimum depends on the chip. */
const STARVED_KNOBS: Partial<KnobValues> = {
  waveSlots: 2,
  stagedWaves: 1,
  exportSpace: 1,
  exportBuses: 1,
  taQueue: 1,
  overlapEntries: 4,
  instructionCacheLines: 1,
  cacheSets: 1,
  batchPrimitives: 1,
};

/** Each condition applies to one in this many tests. */
const ODDS = {
  starved: 16,
  bursts: 6,
  background: 4,
  priorities: 8,
  featureOff: 6,
  smallCaches: 3,
  spuriousWakes: 4,
} as const;

const PRESSURE_PERCENTAGES = [0, 25, 50, 100] as const;

/**
 * Picks the conditions that hold for an entire test: starvation, bursts, background work, scheduler priorities,
 * disabled features, small caches and spurious wakes. They come from a branch of the stream, so a test's other random
 * values do not depend on them.
 */
function pickConditions(stream: RandomStream, chip: Chip, picked: RandomKnobs): void {
  const branch = stream.clone();
  const conditionStream = new RandomStream({ high: branch.nextUint32(), low: ~branch.nextUint32() >>> 0 });
  const oneIn = (odds: number): boolean => conditionStream.below(odds) === 0;
  const defaults = defaultKnobs();
  for (const feature of FEATURES) {
    if (oneIn(ODDS.featureOff)) for (const name of feature) picked[name] = defaults[name];
  }
  if (oneIn(ODDS.starved)) Object.assign(picked, STARVED_KNOBS, { registerRows: getMaxWaveRows(chip) });
  if (oneIn(ODDS.bursts)) {
    picked.latencyBurst = [1, 10, 100][conditionStream.below(3)];
    picked.latencyBurstCycles = [50, 400, 5000][conditionStream.below(3)];
  }
  if (oneIn(ODDS.background)) {
    picked.geometryPressure = PRESSURE_PERCENTAGES[conditionStream.below(PRESSURE_PERCENTAGES.length)];
    picked.computePressure = PRESSURE_PERCENTAGES[conditionStream.below(PRESSURE_PERCENTAGES.length)];
  }
  if (oneIn(ODDS.priorities)) picked.pctDepth = 1 + conditionStream.below(4);
  if (oneIn(ODDS.smallCaches)) picked.cacheSets = [1, 2, 8][conditionStream.below(3)];
  if (oneIn(ODDS.spuriousWakes)) picked.spuriousWakes = [5, 25, 50][conditionStream.below(3)];
}

/** Picks the id space. In at least half of the tests, ids start near the wraparound so that dependencies cross it. */
function pickIdSpace(stream: RandomStream): RandomKnobs {
  const [idWrap, idWindow] = ID_SPACES[stream.below(ID_SPACES.length)]!;
  const idStart =
    stream.below(2) === 0 ? stream.below(idWrap + 1) : idWrap - stream.below(Math.min(4, idWrap));
  return { idWrap, idWindow, idStart };
}

/**
 * Picks how sleeps and wakes behave. Wakes may be lost or sleeps may be endless, but not both, since that would hang a
 * correct program.
 */
function pickSleep(stream: RandomStream): RandomKnobs {
  const kind = stream.below(3);
  return {
    wakeRemembered: setting('wakeRemembered', kind === 1 ? 'lost' : 'remembered'),
    sleepEndless: setting('sleepEndless', kind === 2 ? 'until-wake' : 'finite'),
  };
}

/** Picks a range that often starts near `min` and sometimes far from it, and whose width varies from zero to large. */
export function pickRange(stream: RandomStream, min: number, max: number): readonly [number, number] {
  const reach = [4, 32, 256, max - min + 1][stream.below(4)];
  const low = min + stream.below(Math.min(reach, max - min + 1));
  const high = low + stream.below(Math.min(reach, max - low + 1));
  return [low, high];
}
