import type { Gfx } from '../../chips.js';
import { isAtLeast } from '../../since-generation.js';
import type { RawInstruction } from '../decode/raw.js';
import { imageAddresses } from '../image-addresses.js';
import type { MemoryRow } from '../rows/memory-row.js';
import { getFormat } from '../table.js';
import { type PrintedParts, printCacheBits } from './line.js';
import { formatHex } from './number.js';
import { type PrintContext, scalarName, vectorName } from './operand.js';

/** The image dimensions, by code. */
export const DIMENSIONS = ['1D', '2D', '3D', 'CUBE', '1D_ARRAY', '2D_ARRAY', '2D_MSAA', '2D_MSAA_ARRAY'];

const FOUR_TEXELS = 4;
const ADDRESSES_PER_WORD = 4;

function countBits(mask: number): number {
  return [0, 1, 2, 3].filter((i) => (mask >>> i) & 1).length;
}

/**
 * Returns the number of data registers that LLVM prints. Halves share registers, and a residency status register may
 * follow. Before GFX11, four fragments also take four registers, but LLVM prints only one.
 */
function countDataRegisters(
  { gathers }: MemoryRow,
  { fields }: RawInstruction,
  { gfx }: PrintContext,
): number {
  const isGather = gathers === 'footprint' || (gathers === 'fragments' && isAtLeast(gfx, 'gfx11'));
  const components = isGather ? FOUR_TEXELS : Math.max(1, countBits(fields.dmask));
  return (fields.d16 ? Math.ceil(components / 2) : components) + (fields.tfe ? 1 : 0);
}

/**
 * Returns the minimum number of address registers, which LLVM prints on GFX9 because the dimension is not encoded.
 */
function countMinAddresses({ sample }: MemoryRow): number {
  if (sample === undefined) return 1;
  const values = [sample.hasOffset, sample.hasBias, sample.hasReference, sample.derivatives !== 'none'];
  return 1 + values.filter(Boolean).length;
}

/**
 * Returns the number of registers that an instruction can list individually: the first, and those in extra words or, on
 * GFX12 and later, in its base words.
 */
function countListedAddresses(row: MemoryRow, { nsa = 0 }: RawInstruction['fields'], gfx: Gfx): number {
  if (isAtLeast(gfx, 'gfx12')) return ADDRESSES_PER_WORD + (getFormat(row, gfx) === 'vsample' ? 0 : 1);
  return 1 + nsa * ADDRESSES_PER_WORD;
}

/** Prints one range, or a list of the individually listed registers whose last entry is a range if more follow. */
function formatAddress(row: MemoryRow, { fields }: RawInstruction, { gfx }: PrintContext): string {
  if (gfx === 'gfx9') return vectorName(fields.vaddr, countMinAddresses(row));
  const { registers } = imageAddresses(row, fields.dim, fields.a16 === 1, gfx);
  const maxListed = countListedAddresses(row, fields, gfx);
  if (maxListed === 1) return vectorName(fields.vaddr, registers);
  const listed = Math.min(registers, maxListed);
  if (listed === 1) return vectorName(fields.vaddr, 1);
  const others = Array.from({ length: listed - 1 }, (_, i) =>
    vectorName(fields[`addr${i + 1}`], i === listed - 2 ? registers - listed + 1 : 1),
  );
  return `[${[vectorName(fields.vaddr, 1), ...others].join(', ')}]`;
}

const GFX9_ORDER = ['unorm', 'glc', 'slc', 'a16', 'tfe', 'lwe', 'da', 'd16'];
const LATER_ORDER = ['r128', 'a16', 'tfe', 'lwe', 'd16'];

/** Prints the operands and modifiers of an image instruction. */
export function printImage(row: MemoryRow, raw: RawInstruction, context: PrintContext): PrintedParts {
  const { fields } = raw;
  const operands = [
    vectorName(fields.vdata, countDataRegisters(row, raw, context)),
    formatAddress(row, raw, context),
    scalarName(fields.srsrc * 4, 8, context.gfx) ?? '',
  ];
  if (row.image === 'sample') operands.push(scalarName(fields.ssamp * 4, 4, context.gfx) ?? '');
  const modifiers = fields.dmask === 0 ? [] : [`dmask:${formatHex(fields.dmask)}`];
  if (context.gfx !== 'gfx9') modifiers.push(`dim:SQ_RSRC_IMG_${DIMENSIONS[fields.dim]}`);
  const flags = (names: readonly string[]) => names.filter((name) => fields[name]);
  if (context.gfx === 'gfx9') return [operands, [...modifiers, ...flags(GFX9_ORDER)]];
  return [operands, [...modifiers, ...flags(['unorm']), ...printCacheBits(raw), ...flags(LATER_ORDER)]];
}
