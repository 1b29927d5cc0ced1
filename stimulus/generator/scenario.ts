import type { Chip, ChipName, ColourFormat, Gfx, WaveSize } from '../../arch/index.js';
import { chipOf, PARAMETER_DWORDS } from '../../arch/index.js';
import type {
  Draw,
  MemoryObject,
  OrderedMemory,
  Program,
  ProgramArgument,
  ProgramDescriptor,
  Scenario,
  SceneName,
} from '../../transactions/index.js';
import { packRegisters } from '../driver/draw-registers.js';
import { IMAGE_PITCH } from '../driver/resources.js';
import { packInterpolated, pattern, toFloatBits } from '../driver/words.js';
import { createNumberedDraws, NEW_SCENARIO, plainBuffer, rawBufferDescriptor } from '../kit/draws.js';
import { getOneBufferArguments, USER_SGPRS } from '../kit/programs.js';
import type { TestArea } from '../kit/test.js';
import type { PrimitiveKind, Triangle } from '../scenes/geometry.js';
import { PRIMITIVE_TYPE } from '../scenes/scene.js';
import { SECTION_INPUTS } from '../sections/scenario.js';
import { STIPPLE_EDGE } from '../sections/stipple.js';
import { GENERATED_OBJECTS, getDescriptorSetWords, SET_LOW } from './descriptor-set.js';
import { assembleDescriptor, PIXEL_SHIFT, ROW_SHIFT } from './emit.js';
import { createShaderRegisters, type DrawTarget, listInputs } from './shader-registers.js';
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
interface GeneratedScene extends TestArea, Pick<Scenario, 'name' | 'freedoms'> {
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
    ...NEW_SCENARIO,
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
    arguments: listArguments(gfx, descriptor),
    inputs: listInputs(descriptor),
  };
}

function listArguments(gfx: Gfx, { section }: ProgramDescriptor): ProgramArgument[] {
  const registers = getOneBufferArguments(gfx, 'set0.lo', SECTION_INPUTS);
  if (section.shape !== 'layers') return registers;
  const layers = { name: 'pops_intrawave_collision', file: 's', register: USER_SGPRS + 2, size: 1 } as const;
  return [
    ...registers.filter(({ file }) => file === 's'),
    layers,
    ...registers.filter(({ file }) => file === 'v'),
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
  const hasTallies = descriptors.some(({ before, after, section }) =>
    [...before, ...section.steps, ...after].includes('tally'),
  );
  const hasStipples = descriptors.some(({ parts }) => parts !== undefined && parts.stipple !== 'off');
  return [
    plainBuffer(GENERATED_OBJECTS.first, bytes),
    plainBuffer(GENERATED_OBJECTS.second, bytes),
    plainBuffer(GENERATED_OBJECTS.image, height * IMAGE_PITCH),
    plainBuffer(GENERATED_OBJECTS.set, 4 * set.length, { initial: set }),
    plainBuffer(table, table.bytes, { initial: TABLE }),
    plainBuffer(texture, texture.bytes, { initial: TEXTURE }),
    ...(hasTallies ? [plainBuffer(GENERATED_OBJECTS.tally, GENERATED_OBJECTS.tally.bytes)] : []),
    ...(hasStipples ? [plainBuffer(stipple, stipple.bytes, { initial: STIPPLES })] : []),
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
    { object: GENERATED_OBJECTS.image.name, layout: { ...rows, bytesPerPixel: 4, bytesPerRow: IMAGE_PITCH } },
  ];
}

/** Returns the draws in order; primitives are numbered from 1 across all of them. */
function createDraws(scene: GeneratedScene): Draw[] {
  return createNumberedDraws(
    scene,
    scene.draws.map((draw) => {
      const descriptor = scene.descriptors[draw.program];
      const attributes = listInputs(descriptor).length;
      return {
        ...draw,
        interlock: scene.interlock ?? 'pixel-ordered',
        registers: createRegisters(scene, draw, descriptor),
        attributes,
        parameters: (number: number) =>
          Array.from({ length: attributes - 1 }, (_colour, colour) =>
            computeColourWords(number, colour),
          ).flat(),
      };
    }),
  );
}

/** Computes the words of a colour from the number of its primitive. */
function computeColourWords(number: number, colour: number): number[] {
  const getComponent = (vertex: number, channel: number): number =>
    ((number * (colour + 3) + vertex * 5 + channel * 7) % 33) / 32;
  return packInterpolated(
    [0, 1, 2].map((vertex) => [0, 1, 2, 3].map((channel) => getComponent(vertex, channel))),
  );
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

/** Regenerates one of the scenario's programs from a new descriptor, and adjusts the registers of its draws. */
export function withDescriptor(scenario: Scenario, index: number, descriptor: ProgramDescriptor): Scenario {
  const previous = scenario.programs[index].descriptor;
  if (previous === undefined) throw new Error(`program ${index} was not generated`);
  const chip = chipOf(scenario.chip);
  const { wave, colourBuffers = [] } = scenario;
  const target = { chip, wave, colourBuffers };
  const samples = scenario.draws.find(({ program }) => program === index)?.samples ?? 1;
  return {
    ...scenario,
    programs: scenario.programs.map((program, i) =>
      i === index ? generateProgram(descriptor, chip, wave, samples) : program,
    ),
    draws: scenario.draws.map((draw) =>
      draw.program === index ? withRegisters(draw, target, [previous, descriptor]) : draw,
    ),
  };
}

/**
 * Adapts a draw to a new descriptor. Only register bits that differ between the two descriptors are changed, which
 * preserves options and faults.
 */
function withRegisters(
  draw: Draw,
  { chip, wave, colourBuffers }: Omit<DrawTarget, 'samples'>,
  descriptors: readonly [ProgramDescriptor, ProgramDescriptor],
): Draw {
  const [oldRegisters, newRegisters] = descriptors.map((descriptor) =>
    createShaderRegisters({ chip, wave, colourBuffers, samples: draw.samples }, descriptor),
  );
  const registers: Record<string, number> = { ...draw.registers };
  for (const [name, value] of Object.entries(newRegisters)) {
    registers[name] = ((registers[name] ?? 0) ^ (oldRegisters[name] ?? 0) ^ value) >>> 0;
  }
  const attributes = listInputs(descriptors[1]).length;
  const oldWords = draw.attributes * PARAMETER_DWORDS;
  const newWords = attributes * PARAMETER_DWORDS;
  return {
    ...draw,
    registers,
    attributes,
    parameters: draw.parameters.filter((_, i) => i % oldWords < newWords),
  };
}
