import type { Gfx } from '../../chips.js';
import { isAtLeast } from '../../since-generation.js';
import { decodeOffset, resolveFlatAddressing } from '../addressing.js';
import type { RawInstruction } from '../decode/raw.js';
import { getNullCode } from '../generation.js';
import { countDataDwords, fillsLds, getLdsFields, type MemoryRow } from '../rows/memory-row.js';
import { returnsOldValue } from '../scope.js';
import { formatSwizzle } from '../swizzle.js';
import { DATA_FORMAT_NAMES, getBufferFormatName, NUMBER_FORMAT_NAMES } from '../texels/format-numbers.js';
import { printImage } from './image.js';
import { formatHex, formatImmediate } from './number.js';
import {
  formatOperand,
  formatScalarRange,
  formatVgprRange,
  type OperandsAndModifiers,
  type PrintContext,
  printCacheBits,
} from './operand.js';

function printFlat(row: MemoryRow, raw: RawInstruction, context: PrintContext): OperandsAndModifiers {
  const { fields } = raw;
  const { vgprs, usesScalar, offset } = resolveFlatAddressing(row, fields, context.gfx);
  const address = vgprs === 0 ? 'off' : formatVgprRange(fields.addr, vgprs);
  const data = formatVgprRange(fields.data, countDataDwords(row));
  const result = formatVgprRange(fields.vdst, Math.max(1, row.bytes / 4));
  const addresses = row.isIndexedByThread ? [] : [address];
  const loadOperands = fields.lds ? addresses : [result, ...addresses];
  const operands = row.access === 'load' ? loadOperands : [...addresses, data];
  if (row.access === 'atomic' && returnsOldValue(fields)) operands.unshift(result);
  if (row.segment !== 'flat') {
    const addressSgprs = row.segment === 'global' ? 2 : 1;
    operands.push(usesScalar ? (formatScalarRange(fields.saddr, addressSgprs, context.gfx) ?? '') : 'off');
  }
  const flags = fields.lds ? ['lds'] : [];
  return [operands, [...(offset === 0 ? [] : [`offset:${offset}`]), ...printCacheBits(raw), ...flags]];
}

/** Prefix of LLVM's format names on all generations except GFX9. */
export const FORMAT_PREFIX = 'BUF_FMT_';
/** Prefix of LLVM's names for GFX9 data formats. */
export const DATA_FORMAT_PREFIX = 'BUF_DATA_FORMAT_';
/** Prefix of LLVM's names for GFX9 number formats. */
export const NUMBER_FORMAT_PREFIX = 'BUF_NUM_FORMAT_';

/** The default format: 8_UNORM on every generation. */
export const DEFAULT_FORMAT = 1;

function printGfx9Format(format: number): string {
  const [data, number] = [format & 15, format >>> 4];
  const names: string[] = [];
  if (data !== DEFAULT_FORMAT) names.push(`${DATA_FORMAT_PREFIX}${DATA_FORMAT_NAMES[data]}`);
  if (number !== 0) names.push(`${NUMBER_FORMAT_PREFIX}${NUMBER_FORMAT_NAMES[number]}`);
  return `[${names.join(',')}]`;
}

/**
 * Formats the format modifier of a typed buffer access the way LLVM does: by name, or by number if the format has none.
 * Omits the default.
 */
function printFormatModifier(format: number, gfx: Gfx): string[] {
  if (format === DEFAULT_FORMAT) return [];
  if (gfx === 'gfx9') return [`format:${printGfx9Format(format)}`];
  const name = getBufferFormatName(format, gfx);
  return [name === undefined ? `format:${format}` : `format:[${FORMAT_PREFIX}${name}]`];
}

function formatSignedHex(value: number): string {
  return value < 0 ? `-${formatHex(-value)}` : formatHex(value);
}

function formatScalarOffset(
  raw: RawInstruction,
  { gfx }: PrintContext,
): [operand: string, modifiers: string[]] {
  const { fields } = raw;
  const formatRegister = (code: number) => formatScalarRange(code, 1, gfx)!;
  const offset = decodeOffset('smem', fields.offset, gfx);
  if (gfx === 'gfx9') {
    if (!fields.imm) return [formatRegister(fields.soffset_en ? fields.soffset : fields.offset & 0x7f), []];
    if (fields.soffset_en) return [formatRegister(fields.soffset), [`offset:${formatSignedHex(offset)}`]];
    return [formatSignedHex(offset), []];
  }
  const code = fields.soffset;
  if (code === getNullCode(gfx))
    return [offset === 0 && !isAtLeast(gfx, 'gfx12') ? 'null' : formatSignedHex(offset), []];
  const isOmitted = offset === 0 && !isAtLeast(gfx, 'gfx12');
  return [formatRegister(code), isOmitted ? [] : [`offset:${formatSignedHex(offset)}`]];
}

function printScalarMemory(row: MemoryRow, raw: RawInstruction, context: PrintContext): OperandsAndModifiers {
  const { fields } = raw;
  const data = formatScalarRange(fields.sdata, countDataDwords(row), context.gfx)!;
  if (row.shape === 'result') return [[data], []];
  const [offset, modifiers] = formatScalarOffset(raw, context);
  const operands = [
    ...(row.shape === 'address' ? [] : [row.shape === 'probe' ? formatImmediate(fields.sdata) : data]),
    formatScalarRange(fields.sbase * 2, row.descriptor === 'buffer' ? 4 : 2, context.gfx)!,
    offset,
  ];
  return [operands, row.shape === undefined ? [...modifiers, ...printCacheBits(raw)] : modifiers];
}

function printBuffer(row: MemoryRow, raw: RawInstruction, context: PrintContext): OperandsAndModifiers {
  const { fields } = raw;
  const addressCount = fields.idxen + fields.offen;
  const isLds = fillsLds(row, fields);
  const status = fields.tfe ? 1 : 0;
  const operands = [
    ...(isLds ? [] : [formatVgprRange(fields.vdata, countDataDwords(row) + status)]),
    addressCount === 0 ? 'off' : formatVgprRange(fields.vaddr, addressCount),
    formatScalarRange(fields.srsrc * 4, 4, context.gfx)!,
    formatOperand(fields.soffset, 'u32', context),
  ];
  const modifiers = row.format === 'mtbuf' ? printFormatModifier(fields.format, context.gfx) : [];
  modifiers.push(...['idxen', 'offen'].filter((name) => fields[name]));
  const offset = decodeOffset('mubuf', fields.offset, context.gfx);
  if (offset !== 0) modifiers.push(`offset:${offset}`);
  const flags = ['lds', 'tfe'].filter((name) => fields[name]);
  return [operands, [...modifiers, ...printCacheBits(raw), ...flags]];
}

/** Prints one 16-bit offset or two 8-bit offsets. Zeros are omitted. */
function formatLdsOffsets(row: MemoryRow, { offset0, offset1 }: RawInstruction['fields']): string[] {
  if (row.lanes === 'swizzle') {
    const offset = offset0 | (offset1 << 8);
    return offset === 0 ? [] : [`offset:${formatSwizzle(offset)}`];
  }
  const offsets: readonly (readonly [string, number])[] =
    row.pairStep === undefined
      ? [['offset', offset0 | (offset1 << 8)]]
      : [
          ['offset0', offset0],
          ['offset1', offset1],
        ];
  return offsets.filter(([, offset]) => offset !== 0).map(([name, offset]) => `${name}:${offset}`);
}

function printLds(row: MemoryRow, { fields }: RawInstruction): OperandsAndModifiers {
  const registers = getLdsFields(row).map(([field, count]) => formatVgprRange(fields[field], count));
  return [registers, [...formatLdsOffsets(row, fields), ...(fields.gds ? ['gds'] : [])]];
}

/** Prints the operands and modifiers of a memory instruction. */
export function printMemory(
  row: MemoryRow,
  raw: RawInstruction,
  context: PrintContext,
): OperandsAndModifiers {
  if (row.format === 'smem') return printScalarMemory(row, raw, context);
  if (row.format === 'ds') return printLds(row, raw);
  if (row.format === 'flat') return printFlat(row, raw, context);
  return row.format === 'mimg' ? printImage(row, raw, context) : printBuffer(row, raw, context);
}
