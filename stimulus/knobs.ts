import { type Chip, getMaxWaveRows } from '../arch/index.js';
import type { Freedoms } from '../transactions/index.js';
import {
  defaultFreedoms,
  deriveSeed,
  KNOBS,
  type Knob,
  type KnobName,
  RandomStream,
  setting,
} from '../transactions/index.js';
import { ID_SPACES, withFixedKnobs } from './fitting-knobs.js';

/** Values for a subset of the knobs: a number or a range for each. */
type RandomKnobs = Partial<Record<KnobName, Freedoms[KnobName]>>;

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
  'regionSize',
  'regionMap',
  'formationTimeout',
  'primitivesPerWave',
  'quadsPerCycle',
  'waveSlots',
  (_, chip) => ({ registerRows: getMaxWaveRows(chip) }),
  'stagedWaves',
  'exitAdvance',
  'wakeAll',
  pickSleep,
  'falseOverlap',
  'staleNewest',
  'exportSpace',
  'instructionCacheLines',
  'taQueue',
  ['xnackRate', 'xnackAction'],
  'launchLatency',
  'messageLatency',
  'exitVisibleLatency',
  'wakeLatency',
  'exportReadyLatency',
  'exportAllocLatency',
  'exportLatency',
  'loadLatency',
  'storeLatency',
  'scalarLatency',
  'returnLatency',
  'issueGap',
  'fetchLatency',
  'ldsLatency',
  'fillLatency',
  'l0Latency',
  'gl1Latency',
  'writeBackLatency',
  'xnackLatency',
  'overlapReach',
  'overlapEntries',
  'overlapOverflow',
  'intrawaveNewest',
  'messageWithoutPacker',
  'secondMessage',
  'packerAfterExit',
  'unselectedPoll',
  'sampleChange',
  'drainScope',
  'collisionSupply',
  'binning',
  'binSize',
  'batchPrimitives',
  'exportBuses',
  'exportPriority',
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
export function pickFreedoms(stream: RandomStream, chip: Chip, fixed: Partial<Freedoms>): Freedoms {
  const picked: RandomKnobs = { ...defaultFreedoms() };
  for (const step of STEPS) {
    if (step === 'collisionSupply' && chip.quirks?.reservedCollisionEnable !== true) continue;
    if (stream.below(DEFAULT_ODDS) !== 0) Object.assign(picked, pickStep(step, stream, chip));
  }
  Object.assign(picked, pickUnorderedKnobs(stream, KNOBS));
  pickConditions(stream, chip, picked);
  return withFixedKnobs(picked as Freedoms, fixed);
}

function pickStep(step: (typeof STEPS)[number], stream: RandomStream, chip: Chip): RandomKnobs {
  if (typeof step === 'function') return step(stream, chip);
  const names = typeof step === 'string' ? [step] : step;
  return Object.fromEntries(names.map((name) => [name, pickKnob(stream, KNOBS[name])]));
}

/**
 * Picks the knobs that have no step, and returns those that do not keep their defaults. Each knob has its own stream,
 * derived from its name, so a new row does not affect a seed's other knobs.
 */
export function pickUnorderedKnobs(
  stream: RandomStream,
  knobs: Readonly<Record<string, Knob>>,
): Readonly<Record<string, Freedoms[KnobName]>> {
  const branch = stream.clone();
  const root = { high: branch.nextUint32(), low: branch.nextUint32() };
  const picked: Record<string, Freedoms[KnobName]> = {};
  for (const [name, knob] of Object.entries(knobs)) {
    if (KNOBS_WITH_STEPS.has(name) || (knob.kind === 'value' && knob.clean === undefined)) continue;
    const knobStream = new RandomStream(deriveSeed(root, name, 0));
    if (knobStream.below(DEFAULT_ODDS) !== 0) picked[name] = pickKnob(knobStream, knob);
  }
  return picked;
}

/** Picks a subrange of a range knob, or one of a value knob's clean values. */
function pickKnob(stream: RandomStream, knob: Knob): Freedoms[KnobName] {
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
const STARVED_KNOBS: Partial<Freedoms> = {
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
  const defaults = defaultFreedoms();
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
