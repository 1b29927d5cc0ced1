import { type ChipName, chipOf } from '../../arch/index.js';
import { type KnobValues, RandomStream, type Scenario, setting } from '../../transactions/index.js';
import type { Corpus, CorpusRecord, CorpusVariant } from '../corpus.js';
import { deriveScheduleSeed, deriveSubSeed, pick } from '../kit/chance.js';
import { ID_SPACES, pickKnobValues } from '../knobs.js';
import { createSceneScenario, type SceneAttributes, type ScenePushConstants } from '../scene-file.js';
import { createTriangle, PIXEL } from '../scenes/geometry.js';
import { pickScene, type Scene, type SceneLimits } from '../scenes/scene.js';
import { type GenerateRequest, getCandidateChips } from '../sequence.js';
import {
  chooseContents,
  chooseInitialMemory,
  pickInputs,
  varyUserData,
  withGivenInputs,
} from './chosen-contents.js';
import { combineDraws, type DrawnProgram, shareResources } from './combined-draws.js';
import { getPathValues } from './path-values.js';

/** The aspects of a scene's environment that can be made harsh; everything else is random. */
export interface Conditions {
  /** Whether the push constant `count` is at least the number of pixels; otherwise it is small. */
  readonly largeCount: boolean;
  readonly staleCaches: boolean;
  /** Whether ids start just below the wraparound, so that dependencies cross it. */
  readonly nearWrap: boolean;
  /** Whether the overlap table is so small that it is always full. */
  readonly fullTable: boolean;
  /** Whether the id space is small, with an even smaller window. */
  readonly smallWindow: boolean;
}

const [NO, YES] = [false, true];

/**
 * The conditions of consecutive scenes. Each property holds in half of them, and each pair of properties holds
 * together in two of the eight.
 */
const CONDITION_SETS: readonly Conditions[] = [
  { largeCount: NO, staleCaches: NO, nearWrap: NO, fullTable: NO, smallWindow: NO },
  { largeCount: YES, staleCaches: YES, nearWrap: YES, fullTable: YES, smallWindow: NO },
  { largeCount: NO, staleCaches: YES, nearWrap: NO, fullTable: YES, smallWindow: YES },
  { largeCount: YES, staleCaches: NO, nearWrap: YES, fullTable: NO, smallWindow: YES },
  { largeCount: NO, staleCaches: NO, nearWrap: YES, fullTable: YES, smallWindow: YES },
  { largeCount: YES, staleCaches: YES, nearWrap: NO, fullTable: NO, smallWindow: YES },
  { largeCount: NO, staleCaches: YES, nearWrap: YES, fullTable: NO, smallWindow: NO },
  { largeCount: YES, staleCaches: NO, nearWrap: NO, fullTable: YES, smallWindow: NO },
];

const SMALL_SPACES = ID_SPACES.filter(([wrap]) => wrap < 32);

/** The number of possible starting ids: the largest id and the ids just below it. */
const START_ID_COUNT = 4;

const FULL_TABLE_ENTRIES = 4;

/** Returns the conditions of scene number `scene`. */
export function chooseConditions(scene: number): Conditions {
  return CONDITION_SETS[scene % CONDITION_SETS.length]!;
}

/** Overrides the freedoms that the conditions determine, and keeps the first id within range. */
export function applyConditions(freedoms: KnobValues, conditions: Conditions, seed: string): KnobValues {
  const stream = new RandomStream(deriveSubSeed(seed, 'world'));
  const space = SMALL_SPACES[stream.below(SMALL_SPACES.length)]!;
  const offset = stream.below(START_ID_COUNT);
  const [idWrap, idWindow] = conditions.smallWindow ? space : [freedoms.idWrap, freedoms.idWindow];
  return {
    ...freedoms,
    idWrap,
    idWindow,
    idStart: conditions.nearWrap ? idWrap - offset : freedoms.idStart % (idWrap + 1),
    ...(conditions.fullTable ? { overlapEntries: FULL_TABLE_ENTRIES } : {}),
    ...(conditions.staleCaches ? { caches: setting('caches', 'stale') } : {}),
  };
}

/**
 * Returns a scenario generator that runs a program as `check` does, on the chips for which its missing state has been
 * filled in. The seed determines the chip, conditions and scene.
 */
export function createProgramGenerator(
  programs: ReadonlyMap<ChipName, CorpusRecord>,
): (request: GenerateRequest) => Scenario {
  const chips = [...programs.keys()];
  return (request) => {
    const { seed, corpus } = request;
    const stream = new RandomStream(deriveSubSeed(seed, 'program'));
    const chip = pick(stream, getCandidateChips(request, chips));
    const record = programs.get(chip)!;
    return createCheckScenario({
      record,
      variant: record.variants[0]!,
      corpus,
      seed,
      scene: stream.below(CONDITION_SETS.length),
    });
  };
}

/**
 * The scene size limits to choose from. Few scenes are large, since a check runs hundreds of programs: doubling the
 * fragment limits takes 1.7 times as long without killing any more program mutants.
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
  /** The draws of the scene, if a state file gives them; one is `record`'s. */
  readonly draws?: readonly DrawnProgram[] | undefined;
}

/**
 * Creates the scenario in which `check` runs a program: a random scene with random timing (docs/judging-shaders.md).
 */
export function createCheckScenario(run: CheckRun): Scenario {
  if (run.draws === undefined) return createProgramScenario(run);
  const draws = shareResources(run.draws);
  const first = run.draws.findIndex(({ record }) => record === run.record);
  const scenarios = draws.map((draw) =>
    createProgramScenario({ ...run, record: draw.record, variant: draw.record.variants[0]! }, draw),
  );
  return combineDraws(draws, scenarios, first);
}

/** Creates the scenario of one program. As one of several draws, it makes a single draw of all primitives. */
function createProgramScenario(
  { record, variant, corpus, seed, scene: sceneNumber, withoutSteering }: CheckRun,
  drawn?: DrawnProgram,
): Scenario {
  const stream = new RandomStream(seed);
  const contentStream = new RandomStream(deriveSubSeed(seed, 'contents'));
  const contents = chooseContents(sceneNumber, withoutSteering === true || drawn !== undefined);
  const conditions = chooseConditions(sceneNumber);
  const samples = variant.samples as 1;
  const sizes = conditions.largeCount ? SCENE_SIZES_FOR_LARGE_COUNT : SCENE_SIZES;
  const picked = pickScene(stream, sizes[stream.below(sizes.length)]);
  const { width, height, draws } =
    contents.hasOnePixel === true && drawn === undefined ? shrinkToPixel(picked, record) : picked;
  const primitives = drawn?.primitives ?? draws.flat();
  const pushConstants: ScenePushConstants = {
    k: (stream.below(0x8000) << 1) | 1,
    primBase: 0,
    width,
    flags: stream.below(STEPS),
    alpha: 0.5,
    count: conditions.largeCount
      ? Math.min(MAX_COUNT, width * height + stream.below(MAX_SMALL_COUNT))
      : 1 + stream.below(stream.below(2) === 0 ? 2 : MAX_SMALL_COUNT),
    addr: 'addr',
  };
  const file = {
    width,
    height,
    samples,
    primitives,
    attributes: primitives.map((_, primitive) => {
      const named = pickAttributes(stream, primitive);
      const wide = contents.hasWideInputs ? pickInputs(contentStream, record, contents) : undefined;
      const isFarthest = wide !== undefined && contentStream.below(FARTHEST_ODDS) === 0;
      const byNumber = withGivenInputs(record, wide);
      return { ...named, ...(isFarthest ? { z: 1 } : {}), ...(byNumber === undefined ? {} : { byNumber }) };
    }),
    draws:
      drawn === undefined
        ? draws.map((triangles) => ({ primitives: triangles.length, pushConstants: {} }))
        : [{ primitives: primitives.length, pushConstants: {} }],
    pushConstants,
    memory: chooseInitialMemory(contentStream, record, corpus, contents),
  };
  const used = contents.variesAll === true ? varyUserData(contentStream, record, variant) : variant;
  return createSceneScenario({ ...record, variants: [used] }, file, corpus, {
    freedoms: applyConditions(pickKnobValues(stream, chipOf(record.chip as ChipName), {}), conditions, seed),
    schedule: { strategy: 'random', seed: deriveScheduleSeed(seed) },
  });
}

/**
 * Moves all primitives of a scene onto one pixel of the first row, to the right of every column that the program
 * compares its position with.
 */
function shrinkToPixel({ draws }: Scene, record: CorpusRecord): Omit<Scene, 'names'> {
  const { column } = getPathValues(record);
  const [left, right] = [column * PIXEL, (column + 2) * PIXEL];
  const triangle = createTriangle([left, 0], [right, 0], [left, 2 * PIXEL]);
  return { width: column + 1, height: 1, draws: draws.map((triangles) => triangles.map(() => triangle)) };
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
