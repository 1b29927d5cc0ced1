import type { Program } from '../../../transactions/index.js';
import { setting } from '../../../transactions/index.js';
import { pickFrom } from '../../chance/pick-from.js';
import { rawBufferDescriptor } from '../../driver/raw-buffer.js';
import { packRegisters } from '../../driver/register-fields.js';
import type { ShaderName } from '../../driver/shaders.js';
import type { Triangle } from '../../scenes/geometry.js';
import { SCENE_SHAPES } from '../../scenes/shapes.js';
import { type Block, createFullBlock, createQuadBlock, getBlockVertices, RECTANGLE_LIST } from '../blocks.js';
import type { CellParts, CellTarget, MatrixCell } from '../cell.js';
import { createStripTriangles } from '../conformance/layer-parts.js';
import { createCorpusParts } from '../corpus-parts.js';
import { COVERAGE_SIZES, createCoverageParts } from '../coverage-parts.js';
import { createFoldParts, FOLD_BUFFER, type FoldDraw } from '../fold-parts.js';
import { FOLD_FACTOR } from '../fold-text.js';
import { createColumnLayers, createFullLayers } from '../hardware/order-scenes.js';
import { LAYER_OVERLAP, WAVE_PER_PRIMITIVE } from '../pace.js';
import { createCellDraw, createCellProgram } from '../shader.js';
import { type FragmentResult, STRIP_RESULTS, withStripResults } from '../strip-results.js';
import {
  emitReaderSection,
  emitSparseFold,
  emitStructuredFold,
  emitUnsynchronisedFold,
  emitVoxelFold,
} from './shaders.js';

/** The number of draws in the emulator pattern. */
const EMULATOR_DRAWS = 24;
/** The number of primitives per draw in the emulator pattern. */
const DRAW_PRIMITIVES = 2;

/** The number of triangles in the decal pattern. */
const DECALS = 24;

/** The number of layers in the read-only draw. */
const READER_LAYERS = 2;

/** The DB_DEPTH_CONTROL.ZFUNC value for `less`. */
const LESS = 1;

function createStrips(size: number, layers: number): Triangle[] {
  return Array.from({ length: layers }, () => createStripTriangles(size)).flat();
}

/**
 * Returns the parts of a cell that runs a corpus program on strips over the whole area, with `layers` strips in each of
 * `draws` draws.
 */
function createStripParts(target: CellTarget, shader: ShaderName, draws: number, layers: number): CellParts {
  const { size } = target;
  return createCorpusParts(target, {
    shader,
    draws: Array.from({ length: draws }, () => createStrips(size, layers)),
  });
}

/** Creates a cell that runs a corpus program on strips, with the expected final words of the named objects. */
function createCorpusCell(
  base: { id: string; variant?: string; title: string },
  shader: ShaderName,
  [draws, layers]: readonly [draws: number, layers: number],
  results: Readonly<Record<string, FragmentResult>>,
): MatrixCell {
  return {
    kind: 'runs',
    ...base,
    knobs: LAYER_OVERLAP,
    make: (target) =>
      Object.entries(results).reduce(
        (parts, [object, result]) => withStripResults(parts, target.size, draws * layers, result, object),
        createStripParts(target, shader, draws, layers),
      ),
  };
}

/**
 * Returns the parts of a cell that builds linked lists whose nodes come from a counter outside any section. The counter
 * ends up at the number of fragments, whatever their order.
 */
function createListParts(target: CellTarget): CellParts {
  const [draws, layers] = [2, 2];
  const parts = createStripParts(target, 'llist_append', draws, layers);
  const expected = { words: [draws * layers * target.size ** 2] };
  return {
    ...parts,
    memory: parts.memory.map((object) => (object.name === 'nodes' ? { ...object, expected } : object)),
  };
}

/**
 * Creates a cell that models an application with data races. Only words with a single correct value are checked against
 * the reference. Words are shared by overlapping columns and by some neighbouring ones.
 */
function createRacyCell(
  id: string,
  title: string,
  createProgram: (target: CellTarget) => Program,
): MatrixCell {
  return {
    kind: 'runs',
    id,
    title,
    knobs: { ...LAYER_OVERLAP, ...WAVE_PER_PRIMITIVE },
    make: (target) => {
      const parts = createFoldParts(target, [{ blocks: createColumnLayers(target.size, 3) }], {
        programs: [createProgram(target)],
      });
      const memory = parts.memory.map(({ expected: _, ...object }) => object);
      const ordered = parts.ordered.map(({ object }) => ({ object, layout: { kind: 'whole' as const } }));
      return { ...parts, memory, ordered };
    },
  };
}

/** Returns the parts of a cell with many draws of small triangles with four samples, one word per sample. */
function createEmulatorParts(target: CellTarget): CellParts {
  const area = { width: target.size, height: target.size };
  const draws = Array.from({ length: EMULATOR_DRAWS }, () => ({
    primitives: pickFrom(target.stream, SCENE_SHAPES.small.primitives(area, DRAW_PRIMITIVES)),
    samples: 4 as const,
    perSample: false,
    fields: {},
  }));
  return createCoverageParts(target, draws);
}

/** Returns the parts of a cell with enough large triangles to form layers. */
function createDecalParts(target: CellTarget): CellParts {
  const area = { width: target.size, height: target.size };
  const shape = SCENE_SHAPES.large.primitives(area, 1);
  const primitives = Array.from({ length: DECALS }, () => pickFrom(target.stream, shape)).flat();
  return createCoverageParts(target, [{ primitives, samples: 1, perSample: false, fields: {} }]);
}

/** The buffer in which readers record the values they see, at an arbitrary mapped address. */
const SEEN_BUFFER = { name: 'seen', address: FOLD_BUFFER.address + 2 ** 20 };

/**
 * Returns the parts of a cell that draws readers between two writers. Each reader records the values from the first
 * writer, and the second writer waits for the readers.
 */
function createReaderParts(target: CellTarget): CellParts {
  const { chip, wave, size } = target;
  const bytes = 4 * size * size;
  const fullArea: Block[] = [createFullBlock(size)];
  const writers = createFoldParts(target, [{ blocks: fullArea }, { blocks: fullArea }]);
  const reader = createCellDraw(target, {
    program: 1,
    primitives: Array.from({ length: READER_LAYERS }, () => getBlockVertices(createFullBlock(size))),
    numbers: Array.from({ length: READER_LAYERS }, (_, i) => i),
    userData: [...rawBufferDescriptor(chip.gfx, FOLD_BUFFER.address, bytes), size],
    fields: RECTANGLE_LIST,
  });
  const [first, second] = writers.draws;
  const seenDescriptor = rawBufferDescriptor(chip.gfx, SEEN_BUFFER.address, bytes);
  const expected = { words: new Array<number>(size * size).fill(1) };
  return {
    ...writers,
    programs: [
      ...writers.programs,
      createCellProgram('reader', chip.gfx, emitReaderSection(seenDescriptor, chip.gfx, wave)),
    ],
    draws: [first, reader, second],
    memory: [...writers.memory, { ...SEEN_BUFFER, bytes, initial: [], compare: { kind: 'bytes' }, expected }],
  };
}

/**
 * Returns the parts of a cell without overlaps within a draw. The sample count changes between draws, which makes each
 * draw wait for all earlier waves.
 */
function createBarrierParts(target: CellTarget): CellParts {
  const { chip, wave, size } = target;
  const quads = Array.from({ length: (size / 2) ** 2 }, (_, i) => createQuadBlock(i, size));
  const draws: FoldDraw[] = ([1, 2, 1, 2] as const).map((samples) => ({
    samples,
    blocks: quads,
    interlock: 'none',
  }));
  const program = createCellProgram(
    'fold_unsynchronised',
    chip.gfx,
    emitUnsynchronisedFold(chip.gfx, wave),
    false,
  );
  return { ...createFoldParts(target, draws, { programs: [program] }), ordered: [] };
}

const DEPTH_TEST_LAYERS = 3;

/** Returns the parts of a cell with late depth tests and with colour exports after the section. */
function createDepthTestParts(target: CellTarget): CellParts {
  const { size } = target;
  const withoutTests = createCorpusParts(target, {
    shader: 'discard_after',
    draws: [createStrips(size, DEPTH_TEST_LAYERS)],
  });
  const parts = withStripResults(withoutTests, size, DEPTH_TEST_LAYERS, STRIP_RESULTS.fold);
  const fields = {
    'DB_DEPTH_CONTROL.Z_ENABLE': 1,
    'DB_DEPTH_CONTROL.Z_WRITE_ENABLE': 1,
    'DB_DEPTH_CONTROL.ZFUNC': LESS,
  };
  return {
    ...parts,
    draws: parts.draws.map((draw) => ({
      ...draw,
      registers: packRegisters(target.chip.gfx, fields, draw.registers),
    })),
    depthBuffer: { depth: 1, stencil: 0 },
  };
}

const SPARSE_LAYERS = 8;

/** Computes the final words if every fourth layer is folded in every fourth column. */
function foldSparseWords(size: number, layers: number): number[] {
  return Array.from({ length: size * size }, (_, pixel) => {
    let word = 0;
    for (let number = 1; number <= layers; number++) {
      if ((pixel % size) % 4 === 0 && number % 4 === 0) word = (Math.imul(word, FOLD_FACTOR) + number) >>> 0;
    }
    return word;
  });
}

/** X01 to X10: how applications use interlocks (scenarios.md 6). */
export const PATTERN_CELLS: readonly MatrixCell[] = [
  createCorpusCell(
    { id: 'X01', title: 'programmable blending in a buffer: one read-modify-write per fragment' },
    'color_blend',
    [1, 4],
    { buf: STRIP_RESULTS.blend },
  ),
  {
    kind: 'runs',
    id: 'X02',
    title: 'an emulator: many small overlapping draws at four samples, in one buffer',
    sizes: COVERAGE_SIZES,
    knobs: LAYER_OVERLAP,
    make: createEmulatorParts,
  },
  createCorpusCell(
    { id: 'X02', variant: 'depth', title: 'an emulator: software depth and colour in several buffers' },
    'multi_set',
    [4, 1],
    { buf: STRIP_RESULTS.count, buf1: STRIP_RESULTS.nearest },
  ),
  {
    kind: 'runs',
    id: 'X03',
    title: 'sections that only read, between draws that write',
    knobs: LAYER_OVERLAP,
    make: createReaderParts,
  },
  createRacyCell(
    'X04',
    'a structured buffer that pixels share: ordered only where they overlap',
    ({ chip, wave }) => createCellProgram('fold_structured', chip.gfx, emitStructuredFold(chip.gfx, wave)),
  ),
  {
    kind: 'runs',
    id: 'X05',
    title: 'linked lists: nodes are allocated outside the section and linked inside it',
    knobs: LAYER_OVERLAP,
    make: createListParts,
  },
  createRacyCell(
    'X06',
    'voxels: neighbours share a word, which is a race in the application',
    ({ chip, wave }) => createCellProgram('fold_voxels', chip.gfx, emitVoxelFold(chip.gfx, wave)),
  ),
  {
    kind: 'runs',
    id: 'X07',
    title: 'interlock together with fixed-function depth tests and colour output',
    knobs: LAYER_OVERLAP,
    make: createDepthTestParts,
  },
  {
    kind: 'runs',
    id: 'X08',
    title: 'decals: many layers of medium-sized triangles',
    sizes: COVERAGE_SIZES,
    knobs: LAYER_OVERLAP,
    make: createDecalParts,
  },
  {
    kind: 'runs',
    id: 'X09',
    title: 'a section entered by only a few lanes of a few waves',
    knobs: LAYER_OVERLAP,
    make: (target) => {
      const { chip, wave, size } = target;
      const parts = createFoldParts(target, [{ blocks: createFullLayers(size, SPARSE_LAYERS) }], {
        programs: [createCellProgram('fold_few', chip.gfx, emitSparseFold(chip.gfx, wave))],
      });
      const expected = { words: foldSparseWords(size, SPARSE_LAYERS) };
      return { ...parts, memory: parts.memory.map((object) => ({ ...object, expected })) };
    },
  },
  {
    kind: 'runs',
    id: 'X10',
    title: 'waits between draws instead of sections',
    knobs: { sampleChange: setting('sampleChange', 'waits'), caches: setting('caches', 'coherent') },
    make: createBarrierParts,
  },
];
