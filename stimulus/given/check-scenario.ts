import { type ChipName, chipOf } from '../../arch/index.js';
import { RandomStream, type Scenario } from '../../transactions/index.js';
import type { Corpus, CorpusRecord, CorpusVariant } from '../corpus.js';
import { deriveScheduleSeed, deriveSubSeed } from '../kit/chance.js';
import { pickFreedoms } from '../knobs.js';
import { createSceneScenario, type SceneAttributes, type ScenePushConstants } from '../scene-file.js';
import { pickScene, type SceneLimits } from '../scenes/scene.js';
import { chooseContents, chooseInitialMemory, pickInputs } from './chosen-contents.js';
import { applyConditions, type Conditions, chooseConditions } from './worlds.js';

/**
 * The scene size limits to choose from. Few scenes are large, since a check runs hundreds of programs: doubling the
 * fragment limits takes 1.7 times as long without killing any more program mutants (`npm run mutants -- --sample 6
 * --scenes 2`).
 */
const SCENE_SIZES: readonly SceneLimits[] = [
  { pixels: 256, fragments: 1024 },
  { pixels: 1024, fragments: 2048 },
  { pixels: 1024, fragments: 2048 },
  { pixels: 4096, fragments: 6144 },
];

/**
 * The sizes of scenes in which `count` is at least the number of pixels. If every wave loops over `count`, a single
 * large scene takes as long as ten scenes with other programs. These sizes kill the same program mutants as the
 * full list; the first two alone kill fewer.
 */
const SCENE_SIZES_FOR_LARGE_COUNT = SCENE_SIZES.slice(0, 3);

/** The maximum push constant `count` in most scenes. */
const MAX_SMALL_COUNT = 16;
/** The maximum push constant `count` in any scene. */
const MAX_COUNT = 0xffff;

/** Depths and colours are multiples of 1 / STEPS. */
const STEPS = 16;

/** One in this many primitives with wide inputs is at the maximum depth. */
const FARTHEST_ODDS = 8;

/** A variant of a program, and the scene to run it on. */
export interface CheckRun {
  readonly record: CorpusRecord;
  readonly variant: CorpusVariant;
  readonly corpus: Corpus;
  readonly seed: string;
  /** The number of the scene, which selects the conditions (`CONDITION_SETS`). */
  readonly scene: number;
  /** Whether to omit the memory values chosen to steer the program down different paths. */
  readonly withoutSteering?: boolean;
}

/**
 * Creates the scenario in which `check` runs a program: a random scene with random timing (docs/judging-shaders.md).
 */
export function createCheckScenario({
  record,
  variant,
  corpus,
  seed,
  scene: sceneNumber,
  withoutSteering,
}: CheckRun): Scenario {
  const stream = new RandomStream(seed);
  const contentStream = new RandomStream(deriveSubSeed(seed, 'contents'));
  const contents = chooseContents(sceneNumber, withoutSteering);
  const conditions = chooseConditions(sceneNumber);
  const samples = variant.samples as 1;
  const sizes = conditions.largeCount ? SCENE_SIZES_FOR_LARGE_COUNT : SCENE_SIZES;
  const { width, height, draws } = pickScene(stream, sizes[stream.below(sizes.length)]);
  const primitives = draws.flat();
  const pushConstants: ScenePushConstants = {
    k: (stream.below(0x8000) << 1) | 1,
    primBase: 0,
    width,
    flags: stream.below(STEPS),
    alpha: 0.5,
    count: pickCount(stream, conditions, width * height),
    addr: 'addr',
  };
  const file = {
    width,
    height,
    samples,
    primitives,
    attributes: primitives.map((_, primitive) => ({
      ...pickAttributes(stream, primitive),
      ...(contents.hasWideInputs ? pickWideAttributes(contentStream, record) : {}),
    })),
    draws: draws.map((triangles) => ({ primitives: triangles.length, pushConstants: {} })),
    pushConstants,
    memory: chooseInitialMemory(contentStream, record, corpus, contents),
  };
  return createSceneScenario({ ...record, variants: [variant] }, file, corpus, {
    freedoms: applyConditions(pickFreedoms(stream, chipOf(record.chip as ChipName), {}), conditions, seed),
    schedule: { strategy: 'random', seed: deriveScheduleSeed(seed) },
  });
}

/**
 * Picks inputs for a primitive, possibly outside the range 0 to 1, and sometimes places the primitive at the maximum
 * depth.
 */
function pickWideAttributes(stream: RandomStream, record: CorpusRecord): Partial<SceneAttributes> {
  const byNumber = pickInputs(stream, record);
  return stream.below(FARTHEST_ODDS) === 0 ? { byNumber, z: 1 } : { byNumber };
}

function pickCount(stream: RandomStream, { largeCount }: Conditions, pixels: number): number {
  if (largeCount) return Math.min(MAX_COUNT, pixels + stream.below(MAX_SMALL_COUNT));
  return 1 + stream.below(stream.below(2) === 0 ? 2 : MAX_SMALL_COUNT);
}

function pickAttributes(stream: RandomStream, primitive: number): SceneAttributes {
  const fraction = (): number => stream.below(STEPS + 1) / STEPS;
  const vertex = (): [number, number, number, number] => [fraction(), fraction(), fraction(), fraction()];
  const uv = (): [number, number] => [fraction(), fraction()];
  return {
    vPrim: primitive,
    vColor: [vertex(), vertex(), vertex()],
    vUV: [uv(), uv(), uv()],
    z: stream.below(STEPS) / STEPS,
  };
}
