import { isAtLeast } from '../../since-generation.js';
import type { WaveState } from '../../wave-state.js';
import {
  type AddressLocation,
  allocateImageAddresses,
  DIMENSION,
  type ImageAddresses,
} from '../image-addresses.js';
import { halfToNumber } from '../numbers/half.js';
import type { MemoryRow } from '../rows/memory-row.js';
import { getName } from '../rows/row-base.js';
import type { ComponentRegisters } from '../texels/components.js';
import { type CompileContext, UnsupportedError } from './context.js';
import { type ImageView, makeImageReader } from './image-descriptor.js';

/** The register operands of an image instruction. */
export interface ImageOperands {
  /** Returns the image described by the current descriptor. */
  readonly image: (s: Int32Array) => ImageView;
  /**
   * Returns the locations of the address values, for the dimension in the instruction or descriptor. Registers are
   * indices in `v`.
   */
  readonly addresses: (view: ImageView) => ImageAddresses;
  /** Returns the dimension that determines how coordinates are interpreted. */
  readonly dimension: (view: ImageView) => number;
  readonly data: ComponentRegisters;
  /**
   * Indices of the active components in ascending order. For a gather, the only one is the component read from the four
   * texels.
   */
  readonly components: readonly number[];
  /** Index in `v` of the first element of the residency status that follows the data, or -1 if there is none. */
  readonly status: number;
}

const VALUES_PER_GATHER = 4;
const ADDRESSES_PER_WORD = 4;

/**
 * Returns how many address registers after the first are listed individually: in extra words or, on GFX12 and later, in
 * the instruction itself.
 */
function countListedAddresses({ gfx, raw: { format, fields } }: CompileContext): number {
  if (isAtLeast(gfx, 'gfx12')) return format === 'vsample' ? ADDRESSES_PER_WORD - 1 : ADDRESSES_PER_WORD;
  return (fields.nsa ?? 0) * ADDRESSES_PER_WORD;
}

/**
 * Returns the register of address `i`. Registers are either consecutive or listed in the extra words, one per byte.
 * Addresses past the end of the list are in the registers after the last one listed.
 */
function getAddressRegister(context: CompileContext, i: number): number {
  const count = countListedAddresses(context);
  if (count === 0 || i === 0) return context.field('vaddr') + i;
  return i <= count ? context.field(`addr${i}`) : context.field(`addr${count}`) + i - count;
}

/**
 * Maps each array dimension to its non-array form, for instructions that do not declare an array. They access the first
 * layer.
 */
const WITHOUT_LAYERS: Readonly<Record<number, number>> = {
  [DIMENSION.D1_ARRAY]: DIMENSION.D1,
  [DIMENSION.D2_ARRAY]: DIMENSION.D2,
  [DIMENSION.D2_MSAA_ARRAY]: DIMENSION.D2_MSAA,
};

/**
 * Returns a function that determines the dimension used by an instruction. GFX9 instructions only state whether there
 * are layers; the descriptor determines the rest.
 */
function makeDimensionReader(context: CompileContext): (view: ImageView) => number {
  const dimension = context.field('dim');
  if (context.gfx !== 'gfx9') return () => dimension;
  const hasLayers = context.field('da') !== 0;
  return (view) => (hasLayers ? view.dimension : (WITHOUT_LAYERS[view.dimension] ?? view.dimension));
}

/**
 * Marks the address registers. On GFX9, these are the registers for a 2D image, including a layer if one is declared.
 */
function markAddresses(row: MemoryRow, context: CompileContext): void {
  const flatDimension = context.field('da') !== 0 ? DIMENSION.D2_ARRAY : DIMENSION.D2;
  const dimension = context.gfx === 'gfx9' ? flatDimension : context.field('dim');
  const { registers } = allocateImageAddresses(row, dimension, context.field('a16') !== 0, context.gfx);
  for (let i = 0; i < registers; i++) context.uses.vector(getAddressRegister(context, i));
}

function rejectUnmodelled(row: MemoryRow, context: CompileContext): void {
  const unmodelledFields = row.access === 'load' ? ['lwe', 'r128'] : ['tfe', 'lwe', 'r128'];
  for (const name of unmodelledFields) {
    if (context.field(name) !== 0) throw new UnsupportedError(`${getName(row, context.gfx)} with ${name}`);
  }
}

/**
 * Returns the active components. Throws if a gather selects more than one, or if the mask is empty. An empty mask
 * still uses a register (according to LLVM's data size computation), but the manuals do not define its value.
 */
function getComponents(row: MemoryRow, context: CompileContext): number[] {
  const dmask = context.field('dmask');
  if (dmask === 0) throw new UnsupportedError('dmask 0');
  const components = [0, 1, 2, 3].filter((i) => ((dmask >>> i) & 1) !== 0);
  if (row.gathers !== undefined && components.length !== 1)
    throw new UnsupportedError(`gather with dmask ${dmask}`);
  return components;
}

/** Resolves and marks all operands of an image instruction. */
export function resolveImageOperands(row: MemoryRow, context: CompileContext): ImageOperands {
  rejectUnmodelled(row, context);
  const components = getComponents(row, context);
  const register = context.field('vdata');
  const isPacked16 = context.field('d16') !== 0;
  const valueCount = row.gathers === undefined ? components.length : VALUES_PER_GATHER;
  const count = isPacked16 ? Math.ceil(valueCount / 2) : valueCount;
  const hasStatus = context.field('tfe') !== 0;
  markAddresses(row, context);
  if (row.access === 'load') context.defines.vector(register, count + (hasStatus ? 1 : 0));
  else context.uses.vector(register, count);
  context.markExec();
  const hasPackedAddresses = context.field('a16') !== 0;
  const dimension = makeDimensionReader(context);
  const locate = (i: number) => getAddressRegister(context, i) * context.lanes;
  const locations = Array.from({ length: 8 }, (_, code) =>
    allocateImageAddresses(row, code, hasPackedAddresses, context.gfx, locate),
  );
  return {
    image: makeImageReader(context.scalarSource(context.field('srsrc') * 4, 'b256'), context.gfx),
    addresses: (view) => locations[dimension(view)],
    dimension,
    data: { first: register * context.lanes, isPacked16 },
    components,
    status: hasStatus ? (register + count) * context.lanes : -1,
  };
}

/**
 * Returns an address value as an integer; 16-bit values are unsigned. Returns 0 for nonexistent registers, which can
 * happen on GFX9 if the descriptor's dimension needs more registers than remain after the first one.
 */
export function readInteger({ v }: WaveState, { register, part }: AddressLocation, lane: number): number {
  const word = v[register + lane] | 0;
  if (part === 'whole') return word;
  return part === 'low' ? word & 0xffff : word >>> 16;
}

/** Returns an address value as a float. */
export function readFloat({ v, vf }: WaveState, { register, part }: AddressLocation, lane: number): number {
  if (part === 'whole') return vf[register + lane];
  return halfToNumber(part === 'low' ? v[register + lane] : v[register + lane] >>> 16);
}

const NONE = { row: -1, slice: -1, fragment: -1 };

/**
 * For each dimension, the coordinate index of each role, or -1 if there is none. The slice is the layer, face or depth.
 * The first coordinate is always the column.
 */
export const COORDINATE_ROLES: readonly (typeof NONE)[] = [
  NONE,
  { ...NONE, row: 1 },
  { ...NONE, row: 1, slice: 2 },
  { ...NONE, row: 1, slice: 2 },
  { ...NONE, slice: 1 },
  { ...NONE, row: 1, slice: 2 },
  { ...NONE, row: 1, fragment: 2 },
  { row: 1, slice: 2, fragment: 3 },
];
