import type { ChipName } from '../../arch/index.js';
import { assembleProgram, chipOf } from '../../arch/index.js';
import { computeGdsBytes, emitGroupProgram } from '../../stimulus/background/group-text.js';
import { vertexText } from '../../stimulus/background/vertex-text.js';
import { rawBufferDescriptor } from '../../stimulus/kit/draws.js';
import type {
  BackgroundWork,
  ComputeWork,
  GeometryWork,
  KnobValues,
  MemoryObject,
  Scenario,
} from '../../transactions/index.js';
import { defaultKnobs } from '../../transactions/index.js';
import { drawScenario } from './drawn-scenario.js';

/** An instanced draw with one per-vertex and one per-instance attribute. */
export const INSTANCED_DRAW = {
  vertices: 50,
  instances: 6,
  divisors: [0, 1],
  baseVertex: 0,
  startInstance: 0,
  clamps: true,
  inputs: [[1, 2, 3], [4]],
} as const;

/** Byte offset of the work-groups' region in the GDS. */
export const GDS_OFFSET = 64;

const OUTPUT = 0x10_0000_0000;
const INPUTS = [0x11_0000_0000, 0x12_0000_0000] as const;

/** Creates a correct pixel scene without background work. Knobs missing from `knobChanges` get their defaults. */
function createPixelScene(chip: ChipName, knobChanges: Partial<KnobValues>): Scenario {
  const knobs = { ...defaultKnobs(), packers: 1, ...knobChanges };
  const { background: _, memory, ...scenario } = drawScenario('rmw_buffer', '0x7', { chips: [chip], knobs });
  return { ...scenario, memory: memory.filter(({ name }) => !name.startsWith('background')) };
}

/** Adds a background job, which writes the `output` object, to a scene. */
function addJob(scene: Scenario, job: BackgroundWork, memory: readonly MemoryObject[]): Scenario {
  return {
    ...scene,
    memory: [...scene.memory, ...memory],
    background: { works: [job], outputs: ['output'] },
  };
}

/** Creates a scene with work-groups that exchange words through LDS (`emitGroupProgram`). */
export function createGroupedScene(
  chip: ChipName,
  changes: Partial<ComputeWork> = {},
  knobChanges: Partial<KnobValues> = {},
): Scenario {
  return createComputeScene(chip, false, changes, knobChanges);
}

/** Creates a scene with work-groups that exchange words through LDS and the GDS. */
export function createGdsScene(
  chip: ChipName,
  changes: Partial<ComputeWork> = {},
  knobChanges: Partial<KnobValues> = {},
): Scenario {
  return createComputeScene(chip, true, changes, knobChanges);
}

function createComputeScene(
  chip: ChipName,
  usesGds: boolean,
  changes: Partial<ComputeWork>,
  knobChanges: Partial<KnobValues>,
): Scenario {
  const scene = createPixelScene(chip, knobChanges);
  const { gfx } = chipOf(chip);
  const { wave } = scene;
  const groupSize = changes.groupSize ?? ([8, 2, wave / 8] as const);
  const groups = changes.groups ?? 3;
  const threads = groupSize[0] * groupSize[1] * groupSize[2];
  const bytes = 4 * threads * groups;
  const job: ComputeWork = {
    kind: 'compute',
    words: assembleProgram(emitGroupProgram(gfx, wave, usesGds), gfx),
    userData: [
      ...rawBufferDescriptor(gfx, OUTPUT, bytes),
      threads,
      groupSize[0],
      groupSize[0] * groupSize[1],
      (GDS_OFFSET << 16) | computeGdsBytes(threads * groups),
    ],
    vectors: 8,
    scalars: 32,
    scratchWaves: 0,
    start: 0,
    interval: 5,
    groups,
    groupSize,
    mode: 'cu',
    localDwords: threads,
    ...changes,
  };
  const output = createObject('output', OUTPUT, bytes);
  return addJob(scene, job, [output]);
}

/** A vertex draw and its program's inputs. */
export interface VertexDraw {
  readonly vertices: number;
  readonly instances: number;
  readonly divisors: readonly [number, number];
  readonly baseVertex: number;
  readonly startInstance: number;
  readonly clamps: boolean;
  /** The dwords of each input buffer. */
  readonly inputs: readonly [readonly number[], readonly number[]];
}

/** Creates a scene whose vertices load two inputs, then store and export them (`vertexText`). */
export function createVertexScene(
  chip: ChipName,
  draw: VertexDraw,
  changes: Partial<GeometryWork> = {},
  knobChanges: Partial<KnobValues> = {},
): Scenario {
  const scene = createPixelScene(chip, knobChanges);
  const { gfx } = chipOf(chip);
  const { vertices, instances, divisors } = draw;
  const bytes = 8 * vertices * instances;
  const inputs = draw.inputs.map((words, i) => createObject(`input${i}`, INPUTS[i], 4 * words.length, words));
  const descriptors = inputs.map(({ address, bytes: size }) => rawBufferDescriptor(gfx, address, size));
  const reciprocal = (divisor: number): number => (divisor < 2 ? 0 : Math.ceil(2 ** 32 / divisor));
  const job: GeometryWork = {
    kind: 'geometry',
    words: assembleProgram(vertexText(gfx, scene.wave, divisors), gfx),
    userData: [
      ...descriptors[0],
      ...rawBufferDescriptor(gfx, OUTPUT, bytes),
      draw.baseVertex,
      draw.startInstance,
      ...divisors.map(reciprocal),
      ...descriptors[1],
      draw.clamps ? 1 : 0,
      vertices,
    ],
    vectors: 8,
    scalars: 32,
    scratchWaves: 0,
    start: 0,
    interval: 5,
    vertices,
    instances,
    frontEnd: 1,
    ...changes,
  };
  return addJob(scene, job, [...inputs, createObject('output', OUTPUT, bytes)]);
}

function createObject(
  name: string,
  address: number,
  bytes: number,
  initial: readonly number[] = [],
): MemoryObject {
  return { name, address, bytes, initial, compare: { kind: 'bytes' } };
}
