import type { ChipName } from '../../../arch/index.js';
import { setting } from '../../../transactions/index.js';
import type { Emitter } from '../../dialect/index.js';
import { withFields } from '../../driver/draw-registers.js';
import { pickFrom } from '../../kit/chance.js';
import { plainBuffer, rawBufferDescriptor } from '../../kit/draws.js';
import { SCENE_SHAPES } from '../../scenes/shapes.js';
import { type Block, createFullBlock } from '../blocks.js';
import type { CellParts, CellTarget, MatrixCell } from '../cell.js';
import { createCell, LAYER_OVERLAP, WAVE_PER_PRIMITIVE } from '../cell.js';
import { createStripParts, STRIP_RESULTS, stripCell, withStripResults } from '../corpus-parts.js';
import { COVERAGE_SIZES, createCoverageParts } from '../coverage-parts.js';
import { createFoldParts, FOLD_BUFFER, fold, foldCell } from '../folds.js';
import { createBlockDraw, createCellProgram } from '../programs.js';
import { createColumnLayers, createFullLayers, createQuadLayers } from '../scenes.js';
import {
  emitReaderSection,
  emitSparseFold,
  emitStructuredFold,
  emitUnsynchronisedFold,
  emitVoxelFold,
} from '../section-texts.js';

const EMULATOR_DRAWS = 24;
const DRAW_PRIMITIVES = 2;

const DECALS = 24;

/** The number of layers in the read-only draw. */
const READER_LAYERS = 2;

/** The DB_DEPTH_CONTROL.ZFUNC value for `less`. */
const LESS = 1;

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
  name: string,
  title: string,
  program: readonly [name: string, emit: Emitter],
): MatrixCell {
  const scene = { blocks: (size: number) => createColumnLayers(size, 3), program };
  const cell = foldCell(name, title, scene, { knobs: { ...LAYER_OVERLAP, ...WAVE_PER_PRIMITIVE } });
  return {
    ...cell,
    make: (target) => {
      const parts = cell.make(target);
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
  }));
  return createCoverageParts(target, draws);
}

/** Returns the parts of a cell with enough large triangles to form layers. */
function createDecalParts(target: CellTarget): CellParts {
  const area = { width: target.size, height: target.size };
  const shape = SCENE_SHAPES.large.primitives(area, 1);
  const primitives = Array.from({ length: DECALS }, () => pickFrom(target.stream, shape)).flat();
  return createCoverageParts(target, [{ primitives }]);
}

/** The buffer in which readers record the values they see, at an arbitrary mapped address. */
const SEEN_BUFFER = { name: 'seen', address: FOLD_BUFFER.address + 2 ** 20 };

/**
 * Returns the parts of a cell that draws readers between two writers. Each reader records the values from the first
 * writer, and the second writer waits for the readers.
 */
function createReaderParts(target: CellTarget): CellParts {
  const { dialect, size } = target;
  const bytes = 4 * size * size;
  const fullArea: Block[] = [createFullBlock(size)];
  const writers = createFoldParts(target, [{ blocks: fullArea }, { blocks: fullArea }]);
  const reader = createBlockDraw(target, FOLD_BUFFER.address, createFullLayers(size, READER_LAYERS), {
    program: 1,
    numbers: Array.from({ length: READER_LAYERS }, (_, i) => i),
  });
  const [first, second] = writers.draws;
  const seenDescriptor = rawBufferDescriptor(dialect.gfx, SEEN_BUFFER.address, bytes);
  const expected = { words: new Array<number>(size * size).fill(1) };
  return {
    ...writers,
    programs: [
      ...writers.programs,
      createCellProgram(dialect, 'reader', emitReaderSection(seenDescriptor)(dialect)),
    ],
    draws: [first, reader, second],
    memory: [...writers.memory, plainBuffer(SEEN_BUFFER, bytes, { expected })],
  };
}

/**
 * Returns the parts of a cell without overlaps within a draw. The sample count changes between draws, which makes each
 * draw wait for all earlier waves.
 */
function createBarrierParts(target: CellTarget): CellParts {
  const { dialect, size } = target;
  const blocks = createQuadLayers(size, 1);
  const draws = ([1, 2, 1, 2] as const).map((samples) => ({ samples, blocks, interlock: 'none' as const }));
  const text = emitUnsynchronisedFold(dialect);
  const programs = [createCellProgram(dialect, 'fold_unsynchronised', text, false)];
  return { ...createFoldParts(target, draws, { programs }), ordered: [] };
}

const DEPTH_TEST_LAYERS = 3;

/** Returns the parts of a cell with late depth tests and with colour exports after the section. */
function createDepthTestParts(target: CellTarget): CellParts {
  const withoutTests = createStripParts(target, 'discard_after', 1, DEPTH_TEST_LAYERS);
  const parts = withStripResults(withoutTests, target.size, DEPTH_TEST_LAYERS, STRIP_RESULTS.fold);
  const { chip: _, ...tested } = withFields({ ...parts, chip: target.chip.name as ChipName }, () => ({
    'DB_DEPTH_CONTROL.Z_ENABLE': 1,
    'DB_DEPTH_CONTROL.Z_WRITE_ENABLE': 1,
    'DB_DEPTH_CONTROL.ZFUNC': LESS,
  }));
  return { ...tested, depthBuffer: { depth: 1, stencil: 0 } };
}

const SPARSE_LAYERS = 8;

/** X01 to X10: how applications use interlocks (scenarios.md 6). */
export const PATTERN_CELLS: readonly MatrixCell[] = [
  stripCell(
    'X01',
    'programmable blending in a buffer: one read-modify-write per fragment',
    'color_blend',
    [1, 4],
    { buf: STRIP_RESULTS.blend },
  ),
  createCell(
    'X02',
    'an emulator: many small overlapping draws at four samples, in one buffer',
    createEmulatorParts,
    { sizes: COVERAGE_SIZES },
  ),
  stripCell('X02-depth', 'an emulator: software depth and colour in several buffers', 'multi_set', [4, 1], {
    buf: STRIP_RESULTS.count,
    buf1: STRIP_RESULTS.nearest,
  }),
  createCell('X03', 'sections that only read, between draws that write', createReaderParts),
  createRacyCell('X04', 'a structured buffer that pixels share: ordered only where they overlap', [
    'fold_structured',
    emitStructuredFold,
  ]),
  createCell(
    'X05',
    'linked lists: nodes are allocated outside the section and linked inside it',
    createListParts,
  ),
  createRacyCell('X06', 'voxels: neighbours share a word, which is a race in the application', [
    'fold_voxels',
    emitVoxelFold,
  ]),
  createCell(
    'X07',
    'interlock together with fixed-function depth tests and colour output',
    createDepthTestParts,
  ),
  createCell('X08', 'decals: many layers of medium-sized triangles', createDecalParts, {
    sizes: COVERAGE_SIZES,
  }),
  foldCell('X09', 'a section entered by only a few lanes of a few waves', {
    blocks: (size) => createFullLayers(size, SPARSE_LAYERS),
    program: ['fold_few', emitSparseFold],
    // The fold is entered by every fourth layer in every fourth column.
    step: (word, number, x) => (x % 4 === 0 && number % 4 === 0 ? fold(word, number) : word),
  }),
  createCell('X10', 'waits between draws instead of sections', createBarrierParts, {
    knobs: { sampleChange: setting('sampleChange', 'waits'), caches: setting('caches', 'coherent') },
  }),
];
