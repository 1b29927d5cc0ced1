import { type ChipName, chipOf } from '../arch/index.js';
import type { Draw, OrderedMemory, Scenario } from '../transactions/index.js';
import { UsageError } from '../transactions/index.js';
import type { Corpus, CorpusRecord } from './corpus.js';
import { makeDraws, type PrimitiveValues } from './driver/draw.js';
import type { PushConstants } from './driver/memory.js';
import { buildMemory, listSceneObjects, RAW_POINTER_WORDS } from './driver/memory.js';
import { findVariant, programFromRecord } from './driver/program.js';
import { toFloatBits } from './driver/words.js';
import { NEW_SCENARIO } from './kit/draws.js';
import type { Triangle } from './scenes/geometry.js';

/** The attributes of a primitive in a scene file. Missing ones are zero. */
export interface SceneAttributes {
  readonly vPrim?: number;
  readonly vColor?: readonly (readonly [number, number, number, number])[];
  readonly vUV?: readonly (readonly [number, number])[];
  readonly z?: number;
  /** The vertex values, by attribute number instead of by name. Not available in files. */
  readonly byNumber?: PrimitiveValues['attributes']['byNumber'];
}

/**
 * A scene file's push constants. `alpha` is a float. `addr` is two words, or 'addr' for the address of the buffer
 * `addr`.
 */
export interface ScenePushConstants extends Partial<Omit<PushConstants, 'addr'>> {
  readonly addr?: readonly [number, number] | 'addr';
}

/** Consecutive primitives that are drawn together, with push constants that override the scene's. */
export interface SceneDraw {
  readonly primitives: number;
  readonly pushConstants: ScenePushConstants;
}

/** The input of `exec --scene`, with its memory already unpacked into words. */
export interface SceneFile {
  readonly width: number;
  readonly height: number;
  readonly samples: Draw['samples'];
  readonly primitives: readonly Triangle[];
  readonly attributes: readonly SceneAttributes[];
  readonly draws?: readonly SceneDraw[];
  readonly pushConstants: ScenePushConstants;
  readonly memory: Readonly<Record<string, readonly number[]>>;
}

/** The knobs and schedule for running a scene. */
export type SceneSettings = Pick<Scenario, 'freedoms' | 'schedule'>;

const ZERO_UV = [0, 0] as const;
const ZERO_COLOR = [0, 0, 0, 0] as const;

/**
 * Creates the scenario that runs a corpus program on a scene, with all objects in its descriptor sets at full size.
 * Unless the record states which memory the interlock orders, it is inferred from the code. Throws `UsageError` if
 * the record has no variant with the scene's sample count, or if it declares as ordered or coherent any memory that its
 * program cannot reach.
 */
export function createSceneScenario(
  record: CorpusRecord,
  scene: SceneFile,
  corpus: Corpus,
  run: SceneSettings,
): Scenario {
  const draws = scene.draws ?? [{ primitives: scene.primitives.length, pushConstants: {} }];
  const constants = draws.map((draw) => toPushConstants({ ...scene.pushConstants, ...draw.pushConstants }));
  const names = listSceneObjects(record, corpus);
  const uses = names.map((name) => ({ name, initial: scene.memory[name] ?? [] }));
  const program = programFromRecord(record);
  return {
    ...NEW_SCENARIO,
    name: record.id,
    chip: record.chip as ChipName,
    wave: record.wave,
    freedoms: run.freedoms,
    programs: [program],
    draws: makeDraws(
      { chip: chipOf(record.chip as ChipName), record, variant: findVariant(record, scene.samples), program },
      { ...scene, draws: splitPrimitives(scene.primitives, draws) },
      constants,
      (number, index) => toPrimitiveValues(scene.attributes[number] ?? {}, index),
    ),
    memory: buildMemory(corpus, record, uses, constants, run.freedoms.waveSlots),
    ordered: deriveOrderedMemory(record, names),
    schedule: run.schedule,
  };
}

/** Returns the ordered and coherent memory, as declared by the record or inferred from the code of its sections. */
function deriveOrderedMemory(
  { id, ordered, coherent = [] }: CorpusRecord,
  names: readonly string[],
): readonly OrderedMemory[] {
  const example = names.length === 0 ? '' : `, such as ${names[0]}`;
  for (const [key, declared] of Object.entries({ ordered: ordered ?? [], coherent })) {
    const unknown = declared.find((name) => !names.includes(name));
    if (unknown !== undefined)
      throw new UsageError(
        `Invalid ${key} object "${unknown}" in ${id}: expected a memory object reachable from user_data${example}`,
      );
  }
  return names
    .filter((name) => ordered === undefined || ordered.includes(name) || coherent.includes(name))
    .map((object) => ({
      object,
      ...(coherent.includes(object) ? { coherent: true } : {}),
      layout: { kind: ordered?.includes(object) ? ('whole' as const) : ('sections' as const) },
    }));
}

/** Returns the primitives of each draw. */
function splitPrimitives(primitives: readonly Triangle[], draws: readonly SceneDraw[]): Triangle[][] {
  let next = 0;
  return draws.map((draw) => {
    next += draw.primitives;
    return primitives.slice(next - draw.primitives, next);
  });
}

function toPrimitiveValues(values: SceneAttributes, idInDraw: number): PrimitiveValues {
  return {
    depth: values.z ?? 0,
    attributes: {
      number: values.vPrim ?? 0,
      idInDraw,
      uv: values.vUV ?? [ZERO_UV, ZERO_UV, ZERO_UV],
      color: values.vColor ?? [ZERO_COLOR, ZERO_COLOR, ZERO_COLOR],
      ...(values.byNumber === undefined ? {} : { byNumber: values.byNumber }),
    },
  };
}

function toPushConstants(values: ScenePushConstants): PushConstants {
  const { k = 0, primBase = 0, width = 0, flags = 0, alpha = 0, count = 0, addr = [0, 0] } = values;
  return {
    k,
    primBase,
    width,
    flags,
    count,
    alpha: toFloatBits(alpha),
    addr: addr === 'addr' ? RAW_POINTER_WORDS : addr,
  };
}
