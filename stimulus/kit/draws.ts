import { encodeBufferDescriptor, type Gfx, PARAMETER_DWORDS } from '../../arch/index.js';
import type { Draw, Interlock, MemoryObject, Scenario, SceneName } from '../../transactions/index.js';
import { MODEL_VERSION, SCENARIO_FORMAT } from '../../transactions/index.js';
import type { Area, Triangle } from '../scenes/geometry.js';
import type { Scene } from '../scenes/scene.js';

/** What all new scenarios have in common. */
export const NEW_SCENARIO = {
  format: SCENARIO_FORMAT,
  model: MODEL_VERSION,
  faults: [],
  expects: [],
} as const satisfies Partial<Scenario>;

/** A draw whose primitives are numbered. */
export interface NumberedDraw {
  /** The index of the draw's program; 0 by default. */
  readonly program?: number;
  /** The scene that generated the primitives, if any, which determines how they overlap. */
  readonly scene?: SceneName | undefined;
  /** `pixel-ordered` by default. */
  readonly interlock?: Interlock;
  readonly order?: Draw['order'];
  /** 1 by default. */
  readonly samples?: Draw['samples'];
  readonly primitives: readonly Triangle[];
  readonly registers: Draw['registers'];
  /** The number of attributes; 1 by default. */
  readonly attributes?: number;
  /** Returns the parameter words of a primitive after those of its number; zeros by default. */
  readonly parameters?: (number: number, index: number) => readonly number[];
}

/**
 * Creates draws over an area, in order. The first attribute of each primitive is its number, counted from `first` across
 * all draws.
 */
export function createNumberedDraws(
  { width, height }: Area,
  draws: readonly NumberedDraw[],
  first = 1,
): Draw[] {
  let next = first;
  return draws.map((draw) => {
    const numbers = draw.primitives.map((_, i) => next + i);
    next += numbers.length;
    return createDraw({ width, height }, draw, numbers);
  });
}

/** Creates the draws of a scene, each with its own registers. Primitives are numbered from `first`, by default 0. */
export function createSceneDraws(
  scene: Scene,
  registers: readonly Draw['registers'][],
  { first = 0, ...common }: Pick<NumberedDraw, 'samples' | 'interlock'> & { readonly first?: number } = {},
): Draw[] {
  const draws = scene.draws.map((primitives, i) => ({
    ...common,
    scene: scene.names[i],
    primitives,
    registers: registers[i],
  }));
  return createNumberedDraws(scene, draws, first);
}

/** Creates a draw whose primitives have the given numbers. */
export function createDraw({ width, height }: Area, draw: NumberedDraw, numbers: readonly number[]): Draw {
  const { scene, order, primitives, attributes = 1, parameters = () => [] } = draw;
  return {
    program: draw.program ?? 0,
    ...(scene === undefined ? {} : { scene }),
    interlock: draw.interlock ?? 'pixel-ordered',
    ...(order === undefined ? {} : { order }),
    width,
    height,
    samples: draw.samples ?? 1,
    registers: draw.registers,
    vertices: primitives.flat(),
    depths: numbers.map(() => 0),
    attributes,
    parameters: numbers.flatMap((number, i) => {
      const words = [number >>> 0, ...NO_DIFFERENCES, ...parameters(number, i)];
      return [...words, ...new Array<number>(attributes * PARAMETER_DWORDS - words.length).fill(0)];
    }),
  };
}

/** The words of a flat attribute after its value. */
const NO_DIFFERENCES: readonly number[] = new Array<number>(PARAMETER_DWORDS - 1).fill(0);

/** A buffer's `name` and byte `address` (suites.md). Addresses are arbitrary, but mapped. */
export interface MemoryPlace {
  readonly name: string;
  readonly address: number;
}

/** The contents of a memory object (suites.md). */
export interface MemoryContents {
  /** The first words before the run; the other words are 0. */
  readonly initial?: readonly number[];
  /** The expected final words, if they are known in advance. */
  readonly expected?: MemoryObject['expected'] | undefined;
  /** How the final bytes are compared with the sequential reference. */
  readonly compare?: MemoryObject['compare'];
}

/**
 * Creates a memory object of `bytes` bytes, by default filled with zeros and compared byte by byte (suites.md). Never
 * throws.
 */
export function plainBuffer(
  { name, address }: MemoryPlace,
  bytes: number,
  { initial = [], compare = { kind: 'bytes' }, expected }: MemoryContents = {},
): MemoryObject {
  return { name, address, bytes, initial, compare, ...(expected === undefined ? {} : { expected }) };
}

/** The strides of a buffer with words for each pixel: `bytesPerPixel` and `bytesPerRow` (suites.md). */
export interface PixelLayout {
  /** The number of rows. */
  readonly height: number;
  readonly bytesPerPixel: number;
  readonly bytesPerRow: number;
}

/** The memory of a scenario: its objects, and which of them are ordered (suites.md). */
export type ScenarioMemory = Pick<Scenario, 'memory' | 'ordered'>;

/** Creates an ordered buffer with words for each pixel, row by row (suites.md). Never throws. */
export function pixelBuffer(
  place: MemoryPlace,
  { height, bytesPerPixel, bytesPerRow }: PixelLayout,
  { coherent, ...contents }: MemoryContents & { readonly coherent?: true | undefined } = {},
): ScenarioMemory {
  return {
    memory: [plainBuffer(place, height * bytesPerRow, contents)],
    ordered: [
      {
        object: place.name,
        layout: { kind: 'pixel-rows', bytesPerPixel, bytesPerRow },
        ...(coherent === undefined ? {} : { coherent }),
      },
    ],
  };
}

/** Returns the descriptor of a raw buffer (one without a stride). */
export function rawBufferDescriptor(gfx: Gfx, address: number, bytes: number): number[] {
  return encodeBufferDescriptor(gfx, { address, bytes, stride: 0 });
}
