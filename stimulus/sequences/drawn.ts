import { factsOf } from '../../arch/index.js';
import {
  type Draw,
  type KnobValues,
  type RandomStream,
  type Scenario,
  setting,
} from '../../transactions/index.js';
import { foldScenario, pickFilledDraw } from '../coverage-fold/scenario.js';
import { pickDrawnWork } from '../drawn/compute-frame.js';
import { emitDrawnBody } from '../drawn/drawn-body.js';
import type { Body } from '../drawn/frame.js';
import { emitFullBody } from '../drawn/full-body.js';
import { emitNeighbourBody } from '../drawn/neighbour-body.js';
import { createPixelProgram, getPixelFields, MAX_SCENE_SIZE, SCRATCH_RING } from '../drawn/pixel-frame.js';
import { withScratchMemory } from '../driver/scratch.js';
import { pick } from '../kit/chance.js';
import { listFaults, sequence, type Test } from '../kit/test.js';
import { WAVES_OVERLAP } from '../sequence.js';

const DATA_SHARE_LATENCIES: readonly Partial<KnobValues>[] = [
  {},
  { gdsLatency: [1, 4] },
  { gdsLatency: [200, 400] },
];
const BARRIERS = [1, 2, 16, 32] as const;

/** Picks what `pickBackground` picks for other sequences, and lets the caches of half of the tests keep stale data. */
function pickStates(branch: (purpose: string) => RandomStream): Partial<KnobValues> {
  const stream = branch('states');
  const caches = setting('caches', stream.below(2) === 0 ? 'stale' : 'coherent');
  return { caches, ...pick(stream, DATA_SHARE_LATENCIES), barriers: pick(stream, BARRIERS) };
}

/** Runs instructions that are drawn from the table, so that each one that the model runs is issued. */
export const drawnAccesses = sequence({
  name: 'drawn_accesses',
  text: 'pixel and compute programs of instructions drawn from the table, with values at which operations differ',
  claims: [{ ...WAVES_OVERLAP, percent: 20 }],
  knobs: pickStates,
  generate: (test) => createDrawnScenario(test, emitDrawnBody),
});

/** Runs every pair of accesses to the same bytes, with the waits that their order requires and no others. */
export const neighbours = sequence({
  name: 'neighbours',
  text: 'accesses of all kinds to the same bytes, one right after the other, and waves that end with some outstanding',
  claims: [{ ...WAVES_OVERLAP, percent: 20 }],
  knobs: pickStates,
  generate: (test) => createDrawnScenario(test, emitNeighbourBody),
});

/** The queue sizes of address units, from one access to more than a burst has. */
const ADDRESS_QUEUES = [1, 2, 16, 64] as const;

/** Fills each of a wave's counters, exactly and with one access more, and again as soon as it is empty. */
export const brimfulCounters = sequence({
  name: 'brimful_counters',
  text: 'bursts of accesses that fill a counter or an address queue exactly or with one too many, back to back',
  claims: [{ ...WAVES_OVERLAP, percent: 20 }],
  faults: listFaults(['full-counters'], (_, needsFeature) => needsFeature),
  knobs: (branch) => ({ ...pickStates(branch), taQueue: pick(branch('queues'), ADDRESS_QUEUES) }),
  generate: (test) => createDrawnScenario(test, emitFullBody),
});

/** What may separate a draw from the one before it. */
const BOUNDARIES: readonly Pick<Draw, 'boundary'>[] = [{}, {}, { boundary: ['wait', 'flush', 'invalidate'] }];

const SIZES = [4, 7, MAX_SCENE_SIZE] as const;
const MAX_DRAWS = 2;
const MAX_WORKS = 2;
const MAX_PRIMITIVES = 4;

/**
 * Creates a scenario in which one or two pixel programs and one or two dispatches each run a body of their own. Only one
 * dispatch uses GDS, since two partitions could overlap.
 */
function createDrawnScenario(test: Test, emitBody: Body): Scenario {
  const area = test.area(SIZES);
  const { hardwareScratchBase, hasGlobalShare } = factsOf(test.gfx);
  const programs = test.times(1, MAX_DRAWS, (i) =>
    createPixelProgram(test, area, `drawn ${i + 1}`, emitBody),
  );
  const draws = programs.map((_, program) => ({
    ...pickFilledDraw(test, area, MAX_PRIMITIVES),
    ...{ program, fields: getPixelFields(test) },
  }));
  const works = test.times(1, MAX_WORKS, (i) => pickDrawnWork(test, i, hasGlobalShare && i === 0, emitBody));
  const scenario = foldScenario(test, area, { programs, draws });
  const background = {
    works: works.map(({ work }) => work),
    outputs: works.flatMap(({ outputs }) => outputs),
  };
  const memory = [...scenario.memory, ...works.flatMap((work) => work.memory)];
  const separated = scenario.draws.map((draw, i) => (i === 0 ? draw : { ...draw, ...test.pick(BOUNDARIES) }));
  const withWorks = { ...scenario, draws: separated, memory, background };
  return hardwareScratchBase ? withScratchMemory(withWorks, SCRATCH_RING) : withWorks;
}
