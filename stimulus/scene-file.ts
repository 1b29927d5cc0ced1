import type { ChipName } from '../arch/index.js';
import { chipOf } from '../arch/index.js';
import type { Draw, Freedoms, Scenario, Schedule } from '../transactions/index.js';
import { MODEL_VERSION, SCENARIO_FORMAT } from '../transactions/index.js';
import type { Corpus, CorpusRecord } from './corpus.js';
import type { PrimitiveAttributes } from './driver/attributes.js';
import { descriptorSets, makeDraw } from './driver/draw.js';
import { buildMemory, type MemoryUse } from './driver/memory.js';
import { type PushConstants, programOf } from './driver/program.js';
import { SHADER_MEMORY, type ShaderName } from './driver/shaders.js';
import { floatBits } from './driver/words.js';
import type { Triangle } from './scenes/triangles.js';

/** Attributes of one primitive in a scene file; a missing one is zero. */
export interface SceneAttributes {
  readonly vPrim?: number;
  readonly vColor?: readonly (readonly [number, number, number, number])[];
  readonly vUV?: readonly (readonly [number, number])[];
  readonly z?: number;
}

/** Push constants of a scene file; `alpha` is a float. */
export interface ScenePushConstants {
  readonly k?: number;
  readonly primBase?: number;
  readonly width?: number;
  readonly flags?: number;
  readonly alpha?: number;
  readonly count?: number;
}

/** What `exec --scene` reads (cli.md), with memory already unpacked to words. */
export interface SceneFile {
  readonly width: number;
  readonly height: number;
  readonly samples: Draw['samples'];
  readonly primitives: readonly Triangle[];
  readonly attributes: readonly SceneAttributes[];
  readonly draws?: readonly { readonly primitives: number; readonly pushConstants: ScenePushConstants }[];
  readonly pushConstants: ScenePushConstants;
  readonly memory: Readonly<Record<string, readonly number[]>>;
}

/** How to run a scene. */
export interface SceneRun {
  readonly freedoms: Freedoms;
  readonly schedule: Schedule;
}

const ZERO_UV = [0, 0] as const;
const ZERO_COLOR = [0, 0, 0, 0] as const;

/**
 * The scenario that runs one program of the corpus on a given scene, with every object of the shader in its full
 * size. Throws when the record has no variant with the scene's samples.
 */
export function sceneScenario(
  record: CorpusRecord,
  scene: SceneFile,
  corpus: Corpus,
  run: SceneRun,
): Scenario {
  const chip = record.chip as ChipName;
  const program = programOf(record);
  const draws = scene.draws ?? [{ primitives: scene.primitives.length, pushConstants: {} }];
  const memory = SHADER_MEMORY[record.shader as ShaderName];
  const constants = pushConstants(scene.pushConstants, {});
  const shape = { width: constants.width, height: scene.height, count: constants.count };
  const uses = memory.uses(shape).map((use) => fullSize(use, scene.memory[use.name]));
  let first = 0;
  return {
    format: SCENARIO_FORMAT,
    model: MODEL_VERSION,
    name: record.id,
    chip,
    wave: record.wave,
    freedoms: run.freedoms,
    programs: [program],
    draws: draws.map((draw) => {
      const at = first;
      first += draw.primitives;
      const attributes = scene.attributes.slice(at, first);
      const drawShape = {
        width: scene.width,
        height: scene.height,
        samples: scene.samples,
        triangles: scene.primitives.slice(at, first),
        depths: attributes.map((values) => values.z ?? 0),
        attributes: attributes.map(primitiveAttributes),
      };
      return makeDraw(record, program, 0, drawShape, pushConstants(scene.pushConstants, draw.pushConstants));
    }),
    memory: buildMemory(corpus, chipOf(chip).gfx, descriptorSets(record), uses),
    ordered: memory.ordered(shape),
    schedule: run.schedule,
    faults: [],
    expects: [],
  };
}

function fullSize({ name, compare }: MemoryUse, initial: readonly number[] | undefined): MemoryUse {
  return { name, initial: initial ?? [], ...(compare === undefined ? {} : { compare }) };
}

function primitiveAttributes(values: SceneAttributes, idInDraw: number): PrimitiveAttributes {
  return {
    number: values.vPrim ?? 0,
    idInDraw,
    uv: values.vUV ?? [ZERO_UV, ZERO_UV, ZERO_UV],
    color: values.vColor ?? [ZERO_COLOR, ZERO_COLOR, ZERO_COLOR],
  };
}

function pushConstants(scene: ScenePushConstants, draw: ScenePushConstants): PushConstants {
  const merged = { k: 0, primBase: 0, width: 0, flags: 0, alpha: 0, count: 0, ...scene, ...draw };
  const { k, primBase, width, flags, count } = merged;
  return { k, primBase, width, flags, count, alpha: floatBits(merged.alpha) };
}
