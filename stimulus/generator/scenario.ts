import type { Chip, ChipName, ColourFormat, WaveSize } from '../../arch/index.js';
import { factsOf, PARAMETER_DWORDS } from '../../arch/index.js';
import type {
  Draw,
  Freedoms,
  MemoryObject,
  OrderedMemory,
  Program,
  ProgramArgument,
  ProgramDescriptor,
  Scenario,
  SceneName,
} from '../../transactions/index.js';
import { MODEL_VERSION, SCENARIO_FORMAT } from '../../transactions/index.js';
import { IMAGE_PITCH } from '../driver/image-descriptor.js';
import { pattern } from '../driver/pattern.js';
import { rawBufferDescriptor } from '../driver/raw-buffer.js';
import { packRegisters } from '../driver/register-fields.js';
import { roundToFloat32, toFloatBits } from '../driver/words.js';
import type { PrimitiveKind, Triangle } from '../scenes/geometry.js';
import { PRIMITIVE_TYPE } from '../scenes/primitives.js';
import { STIPPLE_EDGE } from '../sections/stipple.js';
import { getDescriptorSetWords } from './descriptor-set.js';
import { assembleDescriptor, PIXEL_SHIFT, ROW_SHIFT } from './emit.js';
import { GENERATED_OBJECTS, SET_LOW } from './generated-objects.js';
import { createShaderRegisters, listInputs, USER_SGPRS } from './shader-registers.js';
import { TABLE_WORDS, TEXTURE_EDGE } from './work.js';

/** A draw of a generated scenario (suites.md). */
export interface GeneratedDraw {
  /** The index of the program's descriptor in the scene. */
  readonly program: number;
  readonly kind: PrimitiveKind;
  /** Six coordinates per primitive. */
  readonly primitives: readonly Triangle[];
  /** The name of the scene that the primitives come from, if any, which determines how they overlap. */
  readonly scene?: SceneName;
  /** Samples per pixel. */
  readonly samples: Draw['samples'];
  /** Registers that set the point and line sizes; one pixel by default. */
  readonly sizes?: Readonly<Record<string, number>>;
}

/** The scene that generated programs run on, and its schedule. */
export interface GeneratedScene {
  readonly name: string;
  readonly chip: Chip;
  readonly wave: WaveSize;
  readonly freedoms: Freedoms;
  readonly width: number;
  readonly height: number;
  readonly descriptors: readonly ProgramDescriptor[];
  readonly draws: readonly GeneratedDraw[];
  /** The interlock of all draws; `pixel-ordered` by default. */
  readonly interlock?: 'pixel-ordered' | 'pixel-unordered';
  /** The colour buffer formats by target; if omitted, exported colours are discarded. */
  readonly colourBuffers?: readonly ColourFormat[];
  /** The seed for the random schedule. */
  readonly schedule: string;
}

/**
 * Creates a scenario that runs generated programs on a scene. Each program is generated for the sample count of the
 * first draw that uses it. Throws if any descriptor is illegal.
 */
export function toScenario(scene: GeneratedScene): Scenario {
  const { name, chip, wave, freedoms, descriptors, draws, height, schedule, colourBuffers = [] } = scene;
  return {
    format: SCENARIO_FORMAT,
    model: MODEL_VERSION,
    name,
    chip: chip.name as ChipName,
    wave,
    freedoms,
    programs: descriptors.map((descriptor, index) =>
      generateProgram(descriptor, chip, wave, draws.find(({ program }) => program === index)?.samples ?? 1),
    ),
    draws: createDraws(scene),
    memory: listMemory(chip, height, descriptors),
    ordered: listOrderedMemory(),
    ...(colourBuffers.length === 0 ? {} : { colourBuffers }),
    schedule: { strategy: 'random', seed: schedule },
    faults: [],
    expects: [],
  };
}

/** Generates the program for a descriptor; only a smoothing epilog depends on `samples`. */
export function generateProgram(
  descriptor: ProgramDescriptor,
  { gfx }: Chip,
  wave: WaveSize,
  samples: number,
): Program {
  return {
    name: 'generated',
    ...assembleDescriptor(descriptor, { gfx, wave, samples }),
    descriptor,
    arguments: listArguments(factsOf(gfx).exitsByExport, descriptor),
    inputs: listInputs(descriptor),
  };
}

function listArguments(exitsByExport: boolean, { section }: ProgramDescriptor): ProgramArgument[] {
  const collision: ProgramArgument[] = exitsByExport
    ? []
    : [{ name: 'pops_collision_wave_id', file: 's', register: USER_SGPRS + 1, size: 1 }];
  const layers: ProgramArgument[] =
    section.shape === 'layers'
      ? [{ name: 'pops_intrawave_collision', file: 's', register: USER_SGPRS + 2, size: 1 }]
      : [];
  return [
    { name: 'buffer_descriptor[0]', file: 's', register: 0, size: 4 },
    { name: 'set0.lo', file: 's', register: 4, size: 1 },
    { name: 'prim_mask', file: 's', register: USER_SGPRS, size: 1 },
    ...collision,
    ...layers,
    { name: 'persp_center', file: 'v', register: 0, size: 2 },
    { name: 'front_face', file: 'v', register: 2, size: 1 },
    { name: 'sample_coverage', file: 'v', register: 3, size: 1 },
    { name: 'pos_fixed_pt', file: 'v', register: 4, size: 1 },
  ];
}

/** Returns the programs' memory: the shared objects, and those that only some of the programs need. */
function listMemory(
  { gfx }: Chip,
  height: number,
  descriptors: readonly ProgramDescriptor[],
): MemoryObject[] {
  const bytes = height << ROW_SHIFT;
  const set = getDescriptorSetWords(gfx, bytes);
  const { texture, table, stipple } = GENERATED_OBJECTS;
  const compare = { kind: 'bytes' } as const;
  const hasTallies = descriptors.some(({ before, after, section }) =>
    [...before, ...section.steps, ...after].includes('tally'),
  );
  const hasStipples = descriptors.some(({ parts }) => parts !== undefined && parts.stipple !== 'off');
  return [
    { ...GENERATED_OBJECTS.first, bytes, initial: [], compare },
    { ...GENERATED_OBJECTS.second, bytes, initial: [], compare },
    { ...GENERATED_OBJECTS.image, bytes: height * IMAGE_PITCH, initial: [], compare },
    { ...GENERATED_OBJECTS.set, bytes: 4 * set.length, initial: set, compare },
    { ...table, initial: TABLE, compare },
    { ...texture, initial: TEXTURE, compare },
    ...(hasTallies ? [{ ...GENERATED_OBJECTS.tally, initial: [], compare }] : []),
    ...(hasStipples ? [{ ...stipple, initial: STIPPLES, compare }] : []),
  ];
}

/** The initial contents of the table, which programs only read. */
const TABLE: readonly number[] = pattern(TABLE_WORDS);
/** The initial contents of the texture, which programs only read. */
const TEXTURE: readonly number[] = pattern((TEXTURE_EDGE * IMAGE_PITCH) / 4);

/** The stipple texels. Every third texel discards the fragment. */
const STIPPLES: readonly number[] = Array.from({ length: STIPPLE_EDGE ** 2 }, (_, i) =>
  toFloatBits(i % 3 === 0 ? 0 : 1),
);

/** Lists the objects that sections access, with their pixel layouts. */
function listOrderedMemory(): OrderedMemory[] {
  const rows = { kind: 'pixel-rows', bytesPerPixel: 1 << PIXEL_SHIFT, bytesPerRow: 1 << ROW_SHIFT } as const;
  return [
    { object: GENERATED_OBJECTS.first.name, layout: rows },
    { object: GENERATED_OBJECTS.second.name, layout: rows },
    {
      object: GENERATED_OBJECTS.image.name,
      layout: { kind: 'pixel-rows', bytesPerPixel: 4, bytesPerRow: IMAGE_PITCH },
    },
  ];
}

/** Returns the draws in order; primitives are numbered from 1 across all of them. */
function createDraws(scene: GeneratedScene): Draw[] {
  let first = 1;
  return scene.draws.map((draw) => {
    const descriptor = scene.descriptors[draw.program];
    const numbers = draw.primitives.map((_, i) => first + i);
    first += numbers.length;
    const attributes = listInputs(descriptor).length;
    return {
      program: draw.program,
      ...(draw.scene === undefined ? {} : { scene: draw.scene }),
      interlock: scene.interlock ?? 'pixel-ordered',
      width: scene.width,
      height: scene.height,
      samples: draw.samples,
      registers: createRegisters(scene, draw, descriptor),
      vertices: draw.primitives.flat(),
      depths: numbers.map(() => 0),
      attributes,
      parameters: numbers.flatMap((number) => [
        number,
        ...new Array<number>(PARAMETER_DWORDS - 1).fill(0),
        ...Array.from({ length: attributes - 1 }, (_, colour) => computeColourWords(number, colour)).flat(),
      ]),
    };
  });
}

/** Computes a colour's P0, P1-P0 and P2-P0 from the number of its primitive. */
function computeColourWords(number: number, colour: number): number[] {
  const getComponent = (vertex: number, channel: number): number =>
    ((number * (colour + 3) + vertex * 5 + channel * 7) % 33) / 32;
  const getDifferences = (vertex: number): number[] =>
    [0, 1, 2, 3].map((channel) =>
      toFloatBits(roundToFloat32(getComponent(vertex, channel) - getComponent(0, channel))),
    );
  return [
    ...[0, 1, 2, 3].map((channel) => toFloatBits(getComponent(0, channel))),
    ...getDifferences(1),
    ...getDifferences(2),
  ];
}

function createRegisters(
  { chip, wave, height, colourBuffers = [] }: GeneratedScene,
  { samples, kind, sizes }: GeneratedDraw,
  descriptor: ProgramDescriptor,
): Record<string, number> {
  const buffer = rawBufferDescriptor(chip.gfx, GENERATED_OBJECTS.first.address, height << ROW_SHIFT);
  const userData = Object.fromEntries(
    [...buffer, SET_LOW].map((word, i) => [`SPI_SHADER_USER_DATA_PS_${i}`, word]),
  );
  const hasSizes = kind === 'points' || kind === 'lines';
  const values = { 'VGT_PRIMITIVE_TYPE.PRIM_TYPE': PRIMITIVE_TYPE[kind], ...(hasSizes ? sizes : {}) };
  return {
    ...packRegisters(
      chip.gfx,
      values,
      createShaderRegisters({ chip, wave, samples, colourBuffers }, descriptor),
    ),
    ...userData,
  };
}
