import type { Gfx } from '../../chips.js';
import { isAtLeast } from '../../since-generation.js';
import type { RawInstruction } from '../decode/raw.js';
import { allocateImageAddresses } from '../image-addresses.js';
import type { MemoryRow } from '../rows/memory-row.js';
import { getFormat } from '../table.js';
import { formatHex } from './number.js';
import {
  formatScalarRange,
  formatVgprRange,
  type OperandsAndModifiers,
  type PrintContext,
  printCacheBits,
} from './operand.js';

/** The names of the image dimensions, by code. */
export const DIMENSIONS = ['1D', '2D', '3D', 'CUBE', '1D_ARRAY', '2D_ARRAY', '2D_MSAA', '2D_MSAA_ARRAY'];

const TEXELS_PER_GATHER = 4;
const ADDRESSES_PER_WORD = 4;

function countComponents(mask: number): number {
  return [0, 1, 2, 3].filter((i) => (mask >>> i) & 1).length;
}

/**
 * Returns the number of data registers that LLVM prints. Two 16-bit components share a register, and a residency
 * status register may follow. Before GFX11, a gather of four fragments also takes four registers, but LLVM prints only
 * one.
 */
function countDataRegisters(
  { gathers }: MemoryRow,
  { fields }: RawInstruction,
  { gfx }: PrintContext,
): number {
  const isGather = gathers === 'footprint' || (gathers === 'fragments' && isAtLeast(gfx, 'gfx11'));
  const components = isGather ? TEXELS_PER_GATHER : Math.max(1, countComponents(fields.dmask));
  return (fields.d16 ? Math.ceil(components / 2) : components) + (fields.tfe ? 1 : 0);
}

/** Returns the minimum number of address registers, which LLVM prints on GFX9, where the dimension is not encoded. */
function countMinAddresses({ sample }: MemoryRow): number {
  if (sample === undefined) return 1;
  const values = [sample.hasOffset, sample.hasBias, sample.hasReference, sample.derivatives !== 'none'];
  return 1 + values.filter(Boolean).length;
}

/**
 * Returns the number of registers that an instruction can list individually: the first one and those in extra words, or
 * on GFX12 and later, those in its base words.
 */
function countListedAddresses(row: MemoryRow, { nsa = 0 }: RawInstruction['fields'], gfx: Gfx): number {
  if (isAtLeast(gfx, 'gfx12')) return ADDRESSES_PER_WORD + (getFormat(row, gfx) === 'vsample' ? 0 : 1);
  return 1 + nsa * ADDRESSES_PER_WORD;
}

/** Prints the registers as one range or as a list, which ends with a range if not all can be listed individually. */
function formatAddress(row: MemoryRow, { fields }: RawInstruction, { gfx }: PrintContext): string {
  if (gfx === 'gfx9') return formatVgprRange(fields.vaddr, countMinAddresses(row));
  const { registers } = allocateImageAddresses(row, fields.dim, fields.a16 === 1, gfx);
  const maxListed = countListedAddresses(row, fields, gfx);
  if (maxListed === 1) return formatVgprRange(fields.vaddr, registers);
  const listed = Math.min(registers, maxListed);
  if (listed === 1) return formatVgprRange(fields.vaddr, 1);
  const others = Array.from({ length: listed - 1 }, (_, i) =>
    formatVgprRange(fields[`addr${i + 1}`], i === listed - 2 ? registers - listed + 1 : 1),
  );
  return `[${[formatVgprRange(fields.vaddr, 1), ...others].join(', ')}]`;
}

const GFX9_ORDER = ['unorm', 'glc', 'slc', 'a16', 'tfe', 'lwe', 'da', 'd16'];
const GFX10_ORDER = ['r128', 'a16', 'tfe', 'lwe', 'd16'];

/** Prints the operands and modifiers of an image instruction. */
export function printImage(row: MemoryRow, raw: RawInstruction, context: PrintContext): OperandsAndModifiers {
  const { fields } = raw;
  const operands = [
    formatVgprRange(fields.vdata, countDataRegisters(row, raw, context)),
    formatAddress(row, raw, context),
    formatScalarRange(fields.srsrc * 4, 8, context.gfx) ?? '',
  ];
  if (row.image === 'sample') operands.push(formatScalarRange(fields.ssamp * 4, 4, context.gfx) ?? '');
  const modifiers = fields.dmask === 0 ? [] : [`dmask:${formatHex(fields.dmask)}`];
  if (context.gfx !== 'gfx9') modifiers.push(`dim:SQ_RSRC_IMG_${DIMENSIONS[fields.dim]}`);
  const getFlags = (names: readonly string[]) => names.filter((name) => fields[name]);
  if (context.gfx === 'gfx9') return [operands, [...modifiers, ...getFlags(GFX9_ORDER)]];
  return [operands, [...modifiers, ...getFlags(['unorm']), ...printCacheBits(raw), ...getFlags(GFX10_ORDER)]];
}
