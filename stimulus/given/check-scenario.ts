import type { ChipName } from '../../arch/index.js';
import { chipOf } from '../../arch/index.js';
import type { Scenario } from '../../transactions/index.js';
import { RandomStream } from '../../transactions/index.js';
import type { Corpus, CorpusRecord, CorpusVariant } from '../corpus.js';
import { objectBytes } from '../driver/memory.js';
import { resourcesOf } from '../driver/resources.js';
import { drawFreedoms } from '../knobs.js';
import { type SceneAttributes, type ScenePushConstants, sceneObjects, sceneScenario } from '../scene-file.js';
import { drawScene, type SceneRoom } from '../scenes/scene.js';
import { scheduleSeed } from '../schedule-seed.js';
import { inWorld, type World, worldOf } from './worlds.js';

/**
 * Pixels of an area at most, and fragments of it. Few scenes are large, since a check runs hundreds of programs: twice the
 * fragments kill the same mutants of programs (`npm run mutants -- --sample 6 --scenes 2`) in 1.7 times the time.
 */
const ROOMS: readonly SceneRoom[] = [
  { pixels: 256, fragments: 1024 },
  { pixels: 1024, fragments: 2048 },
  { pixels: 1024, fragments: 2048 },
  { pixels: 4096, fragments: 6144 },
];

/**
 * Rooms of scenes whose `count` is beyond every pixel: a loop over `count` in every wave of a large scene takes as long as the
 * scenes of ten other programs. They kill the same mutants of programs as scenes of every size; those of the first two rooms, fewer.
 */
const ROOMS_OF_LARGE_COUNT = ROOMS.slice(0, 3);

/** Largest push constant `count`: where it is small, and at all. */
const COUNT_SMALL = 16;
const COUNT_MAX = 0xffff;

/** Depths and colours are multiples of one in this many. */
const STEPS = 16;

/** A program in one of its variants, and the number of the scene that is made for it. */
export interface CheckRun {
  readonly record: CorpusRecord;
  readonly variant: CorpusVariant;
  readonly corpus: Corpus;
  /** Seed of this one scene. */
  readonly seed: string;
  /** Decides the world (`WORLDS`). */
  readonly scene: number;
}

/** The world in which `check` runs a program (docs/judging-shaders.md): a random scene with fresh timing. */
export function checkScenario({ record, variant, corpus, seed, scene: number }: CheckRun): Scenario {
  const stream = new RandomStream(seed);
  const world = worldOf(number);
  const samples = variant.samples as 1;
  const rooms = world.largeCount ? ROOMS_OF_LARGE_COUNT : ROOMS;
  const { width, height, draws } = drawScene(stream, rooms[stream.below(rooms.length)]);
  const primitives = draws.flat();
  const pushConstants: ScenePushConstants = {
    k: (stream.below(0x8000) << 1) | 1,
    primBase: 0,
    width,
    flags: stream.below(STEPS),
    alpha: 0.5,
    count: drawCount(stream, world, width * height),
    addr: 'addr',
  };
  const file = {
    width,
    height,
    samples,
    primitives,
    attributes: primitives.map((_, at) => drawAttributes(stream, at)),
    draws: draws.map((triangles) => ({ primitives: triangles.length, pushConstants: {} })),
    pushConstants,
    memory: readOnlyMemory(record, corpus),
  };
  return sceneScenario({ ...record, variants: [variant] }, file, corpus, {
    freedoms: inWorld(drawFreedoms(stream, chipOf(record.chip as ChipName), {}), world, seed),
    schedule: { strategy: 'random', seed: scheduleSeed(seed) },
  });
}

function drawCount(stream: RandomStream, { largeCount }: World, pixels: number): number {
  if (largeCount) return Math.min(COUNT_MAX, pixels + stream.below(COUNT_SMALL));
  return 1 + stream.below(stream.below(2) === 0 ? 2 : COUNT_SMALL);
}

function drawAttributes(stream: RandomStream, at: number): SceneAttributes {
  const share = (): number => stream.below(STEPS + 1) / STEPS;
  const vertex = (): [number, number, number, number] => [share(), share(), share(), share()];
  const place = (): [number, number] => [share(), share()];
  return {
    vPrim: at,
    vColor: [vertex(), vertex(), vertex()],
    vUV: [place(), place(), place()],
    z: stream.below(STEPS) / STEPS,
  };
}

/** What a program only reads tells its places apart; storage starts as zero. */
function readOnlyMemory(record: CorpusRecord, corpus: Corpus): Record<string, readonly number[]> {
  const names = sceneObjects(record, corpus);
  const readOnly = corpus
    .descriptors(record.gfx)
    .filter(({ name, type }) => names.includes(name) && !type.startsWith('storage'));
  const given = resourcesOf(record).filter(({ given: { read_only } }) => read_only === true);
  return Object.fromEntries([
    ...readOnly.map((descriptor) => [descriptor.name, pattern(objectBytes(descriptor) >> 2)] as const),
    ...given.map(({ given: { name }, bytes }) => [name, pattern(bytes >> 2)] as const),
  ]);
}

function pattern(words: number): number[] {
  return Array.from({ length: words }, (_, i) => Math.imul(i + 1, 0x9e3779b1) >>> 0);
}
