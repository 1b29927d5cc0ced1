import { type Chip, largestWaveRows } from '../arch/index.js';
import type { Freedoms } from '../transactions/index.js';
import { defaultFreedoms, KNOBS, type KnobName, RandomStream, setting } from '../transactions/index.js';
import { ID_SPACES, withFixedKnobs } from './fitting-knobs.js';

/** Latency that only background work meets, and draws. */
const OF_BACKGROUND = 'gdsLatency' satisfies KnobName;

/** Knobs that stay at their default in one seed out of this many, each on its own (swarm testing). */
const DEFAULT_SHARE = 2;

/**
 * Draws the hardware freedoms of one clean test: each knob stays at its default or moves within its range, and
 * combinations that would make a correct program fail are left out (pops.md 10.1). Fixed knobs win, and drawn ones that
 * would make such a combination with them give way.
 */
export function drawFreedoms(stream: RandomStream, chip: Chip, fixed: Partial<Freedoms>): Freedoms {
  const drawn: Record<string, number | readonly [number, number]> = { ...defaultFreedoms() };
  const moves = (): boolean => stream.below(DEFAULT_SHARE) !== 0;
  if (moves()) drawIdSpace(stream, drawn);
  if (moves()) drawn.packers = 1 + stream.below(chip.packers);
  if (moves()) drawn.regionSize = 8 << stream.below(4);
  if (moves()) drawn.regionMap = stream.below(2);
  if (moves()) drawn.formationTimeout = 1 + stream.below(256);
  if (moves()) drawn.primitivesPerWave = [1, 2, 4, 16][stream.below(4)];
  if (moves()) drawn.quadsPerCycle = 1 + stream.below(6);
  if (moves()) drawn.waveSlots = [1, 2, 4, 16, 64, 192][stream.below(6)];
  if (moves()) drawn.registerRows = largestWaveRows(chip);
  if (moves()) drawn.stagedWaves = [1, 2, 4, 16][stream.below(4)];
  if (moves()) drawn.exitAdvance = stream.below(3);
  if (moves()) drawn.wakeAll = stream.below(3);
  if (moves()) drawSleep(stream, drawn);
  if (moves()) drawn.falseOverlap = [0, 5, 50, 100][stream.below(4)];
  if (moves()) drawn.staleNewest = stream.below(2);
  if (moves()) drawn.exportSpace = [1, 2, 8, 32][stream.below(4)];
  if (moves()) drawn.instructionCacheLines = [0, 1, 2, 8, 64][stream.below(5)];
  drawMemory(stream, drawn, moves);
  drawLatencies(stream, drawn, moves);
  drawOverlap(stream, drawn, moves);
  if (chip.quirks?.reservedCollisionEnable === true && moves()) drawn.collisionSupply = stream.below(2);
  drawBins(stream, drawn, moves);
  drawExports(stream, drawn, moves);
  drawConditions(stream, chip, drawn);
  return withFixedKnobs(drawn as unknown as Freedoms, fixed);
}

/** Knobs that belong together: in some seeds all of them are fully off, so that the others show alone (swarm testing). */
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

/** Every queue and every resource as small as possible, except registers, which differ between chips. */
const STARVED: Partial<Freedoms> = {
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

/** One seed in this many is starved, has bursts, competitors, fixed priorities, small caches, stray wakes, or lacks a feature. */
const SHARES = {
  starved: 16,
  bursts: 6,
  competitors: 4,
  priorities: 8,
  featureOff: 6,
  smallCaches: 3,
  strayWakes: 4,
} as const;

const PRESSURES = [0, 25, 50, 100] as const;

/**
 * Conditions under which the whole test runs: starvation, bursts, competition, scheduler, and features that are off. They come
 * from a branch of the stream, so that whatever else a test draws does not depend on them.
 */
function drawConditions(stream: RandomStream, chip: Chip, drawn: Record<string, unknown>): void {
  const branch = stream.clone();
  const own = new RandomStream({ high: branch.nextUint32(), low: ~branch.nextUint32() >>> 0 });
  const isOne = (share: number): boolean => own.below(share) === 0;
  const defaults: Record<string, unknown> = defaultFreedoms();
  for (const feature of FEATURES) {
    if (isOne(SHARES.featureOff)) for (const name of feature) drawn[name] = defaults[name];
  }
  if (isOne(SHARES.starved)) Object.assign(drawn, STARVED, { registerRows: largestWaveRows(chip) });
  if (isOne(SHARES.bursts)) {
    drawn.latencyBurst = [1, 10, 100][own.below(3)];
    drawn.latencyBurstCycles = [50, 400, 5000][own.below(3)];
  }
  if (isOne(SHARES.competitors)) {
    drawn.geometryPressure = PRESSURES[own.below(PRESSURES.length)];
    drawn.computePressure = PRESSURES[own.below(PRESSURES.length)];
  }
  if (isOne(SHARES.priorities)) drawn.pctDepth = 1 + own.below(4);
  if (isOne(SHARES.smallCaches)) drawn.cacheSets = [1, 2, 8][own.below(3)];
  if (isOne(SHARES.strayWakes)) drawn.spuriousWakes = [5, 25, 50][own.below(3)];
}

function drawIdSpace(stream: RandomStream, drawn: Record<string, unknown>): void {
  const [wrap, window] = ID_SPACES[stream.below(ID_SPACES.length)];
  drawn.idWrap = wrap;
  drawn.idWindow = window;
  // Near the wrap in half of the tests, so that dependences cross it.
  drawn.idStart = stream.below(2) === 0 ? stream.below(wrap + 1) : wrap - stream.below(Math.min(4, wrap));
}

/** A wake may be lost or a sleep endless, but not both: that would hang a correct program. */
function drawSleep(stream: RandomStream, drawn: Record<string, unknown>): void {
  const kind = stream.below(3);
  drawn.wakeRemembered = setting('wakeRemembered', kind === 1 ? 'lost' : 'remembered');
  drawn.sleepEndless = setting('sleepEndless', kind === 2 ? 'until-wake' : 'finite');
}

/**
 * Translations fail rarely, and never so that a wave halts. Stale caches are not drawn: they are for sequences whose
 * accesses carry the coherence bits of their generation.
 */
function drawMemory(stream: RandomStream, drawn: Record<string, unknown>, moves: () => boolean): void {
  if (moves()) drawn.taQueue = [1, 2, 8, 64][stream.below(4)];
  if (!moves()) return;
  drawn.xnackRate = [0, 1, 5][stream.below(3)];
  drawn.xnackAction = stream.below(2);
}

function drawLatencies(stream: RandomStream, drawn: Record<string, unknown>, moves: () => boolean): void {
  for (const [name, knob] of Object.entries(KNOBS)) {
    if (knob.kind !== 'range' || name === OF_BACKGROUND || !moves()) continue;
    drawn[name as KnobName] = drawRange(stream, knob.min, knob.max);
  }
}

/** Tables that overflow all the time, and what overlap detection takes for overlap. */
function drawOverlap(stream: RandomStream, drawn: Record<string, unknown>, moves: () => boolean): void {
  if (moves()) drawn.overlapReach = stream.below(4);
  if (moves()) drawn.overlapEntries = [4, 8, 32, 128][stream.below(4)];
  if (moves()) drawn.overlapOverflow = stream.below(3);
  if (moves()) drawn.intrawaveNewest = stream.below(2);
  if (moves()) drawn.messageWithoutPacker = stream.below(2);
  if (moves()) drawn.secondMessage = stream.below(2);
  if (moves()) drawn.packerAfterExit = stream.below(2);
  if (moves()) drawn.unselectedPoll = stream.below(3);
  if (moves()) drawn.sampleChange = stream.below(2);
  if (moves()) drawn.drainScope = stream.below(2);
}

/** One bus makes exports of different packers compete; any order of types is legal (P-084). */
function drawExports(stream: RandomStream, drawn: Record<string, unknown>, moves: () => boolean): void {
  if (moves()) drawn.exportBuses = [1, 1, 2, 8][stream.below(4)];
  if (moves()) drawn.exportPriority = stream.below(24);
}

/** Bins from the smallest to the whole screen, and batches that end between primitives that overlap. */
function drawBins(stream: RandomStream, drawn: Record<string, unknown>, moves: () => boolean): void {
  if (moves()) drawn.binning = stream.below(2);
  if (moves()) drawn.binSize = [0, 8, 16, 32, 64][stream.below(5)];
  if (moves()) drawn.batchPrimitives = [1, 2, 5, 64][stream.below(4)];
}

/** A range that is often short and sometimes very long, with a spread from none to wide. */
export function drawRange(stream: RandomStream, min: number, max: number): readonly [number, number] {
  const reach = [4, 32, 256, max - min + 1][stream.below(4)];
  const low = min + stream.below(Math.min(reach, max - min + 1));
  const high = low + stream.below(Math.min(reach, max - low + 1));
  return [low, high];
}
