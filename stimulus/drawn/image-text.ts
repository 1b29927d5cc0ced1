import {
  allocateImageAddresses,
  countAtomicValues,
  encodeImageDescriptor,
  findMax,
  getGenerationEntry,
  getName,
  IMAGE_KINDS,
  type ImageShape,
  type MemoryRow,
  type SinceGeneration,
} from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import { scalars, setScalars, vectors } from '../dialect/index.js';
import { log2 } from '../driver/words.js';
import { pick } from '../kit/chance.js';
import { BYTES, type Frame, SCALAR, VECTOR } from './frame.js';

/** The image of an access, and the components that it reads or writes. */
export interface DrawnImage {
  readonly shape: ImageShape;
  /** The bytes of a texel. */
  readonly texelBytes: number;
  /** The data mask. */
  readonly mask: number;
  /** The number of data registers of a load or store. */
  readonly registers: number;
}

const TEXELS = [
  ['32_UINT', 4],
  ['32_32_UINT', 8],
  ['32_32_32_32_UINT', 16],
  ['8_8_8_8_UINT', 4],
] as const;
const COMPARED = ['32_FLOAT', 4] as const;

const COMPONENTS = 4;
const FRAGMENTS = 4;

/** The levels of a volume of two slices, of which only the first level has both, and the bytes of a row. */
const LEVELS = 3;
const SLICES = 2;
const ROW_BYTES = BYTES.INPUT / (SLICES + LEVELS - 1);

/** Returns the whole buffer as an image of one row. */
function getBufferShape({ buffer }: Frame, format: string, texelBytes: number): ImageShape {
  const width = Math.floor(buffer.bytes / texelBytes);
  return { format, width, address: buffer.address, kind: '1d', height: 1, depth: 1, samples: 1 };
}

/** Returns the buffer as an image of dwords. */
export function getWordImage(frame: Frame): DrawnImage {
  return { shape: getBufferShape(frame, '32_UINT', 4), texelBytes: 4, mask: 1, registers: 1 };
}

/** Picks the image and components of a row's access: the whole buffer, or read-only texels of fragments or of a volume. */
export function pickImage(stream: RandomStream, frame: Frame, row: MemoryRow): DrawnImage {
  const { access, sample, gathers, query } = row;
  const isSingle = gathers !== undefined || query !== undefined;
  const [format, texelBytes] = sample?.hasReference
    ? COMPARED
    : pick(stream, TEXELS.slice(0, isSingle ? 1 : access === 'atomic' ? 2 : TEXELS.length));
  const shape = getBufferShape(frame, format, texelBytes);
  const size = BYTES.INPUT / FRAGMENTS / texelBytes;
  const mask = pickMask(stream, row, texelBytes);
  const bits = [0, 1, 2, 3].filter((bit) => (mask >> bit) & 1).length;
  const isPlainLoad = access === 'load' && row.image === 'texel' && !isSingle;
  const volume = { kind: '3d', width: ROW_BYTES / texelBytes, depth: SLICES, levels: LEVELS } as const;
  return {
    shape:
      gathers === 'fragments'
        ? { ...shape, address: frame.input!, kind: '2d-ms', width: size, samples: FRAGMENTS }
        : isPlainLoad && frame.input !== undefined && stream.below(2) === 0
          ? { ...shape, address: frame.input, ...volume }
          : shape,
    ...{ texelBytes, mask },
    registers: access === 'atomic' ? texelBytes / 4 : gathers === undefined ? bits : COMPONENTS,
  };
}

/** Picks the data mask. The second component of a level query depends on registers of lanes that do not run it. */
function pickMask(stream: RandomStream, row: MemoryRow, texelBytes: number): number {
  if (row.access === 'atomic') return 2 ** ((texelBytes / 4) * countAtomicValues(row)) - 1;
  if (row.query === 'level') return 1;
  return row.gathers === undefined ? 1 + stream.below(2 ** COMPONENTS - 1) : 1 << stream.below(COMPONENTS);
}

/** The addresses of an instruction: consecutive registers, or a list of which the last element may be a range. */
const ADDRESSES: SinceGeneration<(count: number) => string> = {
  gfx9: (count) => vectors(VECTOR.COORDINATES, count),
  gfx12: (count) => {
    const separate = Math.min(count - 1, 3);
    const first = Array.from({ length: separate }, (_, i) => vectors(VECTOR.COORDINATES + i));
    return count === 1
      ? vectors(VECTOR.COORDINATES)
      : `[${[...first, vectors(VECTOR.COORDINATES + separate, count - separate)].join(', ')}]`;
  },
};

/** The kind of image whose address registers an instruction reserves, whatever the kind of its own image. */
const RESERVED_KIND: SinceGeneration<ImageShape['kind'] | undefined> = { gfx9: '2d', gfx10: undefined };

/** The modifier that names the dimension of an image, which GFX9's descriptors alone determine. */
const DIMENSIONS: SinceGeneration<(kind: ImageShape['kind']) => string> = {
  gfx9: () => '',
  gfx10: (kind) => ` dim:SQ_RSRC_IMG_${kind.toUpperCase().replace('-MS', '_MSAA')}`,
};

/** A sampler's words: coordinates are clamped, all levels are allowed, and nothing is filtered. */
const CLAMPED = 0x92;
const ALL_LEVELS = 0xfff000;
const COMPARISON_SHIFT = 12;

/** Emits an access to the texel at a byte offset in the lane's bytes, and before it the descriptors and coordinates. */
export function emitImageAccess(
  stream: RandomStream,
  { dialect }: Frame,
  row: MemoryRow,
  image: DrawnImage,
  { offset, data, modifiers }: { readonly offset: number; readonly data: string; readonly modifiers: string },
): string {
  const { gfx } = dialect;
  const { shape, mask } = image;
  const isSample = row.image === 'sample';
  const { registers, coordinates, levelOperand } = allocateImageAddresses(
    row,
    IMAGE_KINDS[shape.kind],
    false,
    gfx,
  );
  const kinds = [shape.kind, getGenerationEntry(RESERVED_KIND, gfx) ?? shape.kind];
  const counts = kinds.map((kind) => allocateImageAddresses(row, IMAGE_KINDS[kind], false, gfx).registers);
  const zeros = Array.from(
    { length: findMax(counts) },
    (_, i) => `\n  v_mov_b32_e32 v${VECTOR.COORDINATES + i}, 0`,
  );
  const [column, , slice] = coordinates.map(({ register }) => VECTOR.COORDINATES + register);
  const level = VECTOR.COORDINATES + (levelOperand?.register ?? 0);
  const position =
    column === undefined
      ? ''
      : shape.levels !== undefined
        ? `${levelOperand === undefined ? '' : `\n  v_mov_b32_e32 v${level}, ${stream.below(LEVELS + 1)}`}
  v_and_b32_e32 v${column}, ${2 * shape.width - 1}, v${VECTOR.SUM}
  v_bfe_u32 v${slice}, v${VECTOR.SUM}, 8, 2`
        : emitColumn(dialect.add, row, image, column, offset);
  const sampler = [CLAMPED | (stream.below(8) << COMPARISON_SHIFT), ALL_LEVELS, 0, 0];
  const operands = [data, getGenerationEntry(ADDRESSES, gfx)(registers), scalars(SCALAR.IMAGE, 8)];
  if (isSample) operands.push(scalars(SCALAR.SAMPLER, 4));
  const dimension = getGenerationEntry(DIMENSIONS, gfx)(shape.kind);
  return `
  ${setScalars(SCALAR.IMAGE, encodeImageDescriptor(gfx, shape))}
  ${isSample ? setScalars(SCALAR.SAMPLER, sampler) : ''}${zeros.join('')}${position}
  ${getName(row, gfx)} ${operands.join(', ')} dmask:0x${mask.toString(16)}${dimension}${isSample ? ' unorm' : ''} ${modifiers}`;
}

/** Emits the column of a lane's texel; a sample's is in its middle, or where a footprint's first texel is the lane's. */
function emitColumn(
  add: string,
  { gathers, image: kind }: MemoryRow,
  { shape: { width }, texelBytes }: DrawnImage,
  register: number,
  offset: number,
): string {
  const column = `v${register}`;
  const shift = gathers === 'fragments' ? log2(BYTES.LANE) : log2(texelBytes);
  const move =
    gathers === 'fragments'
      ? `v_and_b32_e32 ${column}, ${width - 1}, ${column}`
      : `${add} ${column}, ${offset / texelBytes}, ${column}`;
  const convert =
    kind === 'sample'
      ? `\n  v_cvt_f32_u32_e32 ${column}, ${column}\n  v_add_f32_e32 ${column}, ${gathers === undefined ? '0.5' : '1.0'}, ${column}`
      : '';
  return `\n  v_lshrrev_b32_e32 ${column}, ${shift}, v${VECTOR.OFFSET}\n  ${move}${convert}`;
}
