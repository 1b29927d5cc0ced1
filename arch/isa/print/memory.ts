import { isAtLeast } from '../../since-generation.js';
import type { RawInstruction } from '../decode/raw.js';
import { getNullCode } from '../generation.js';
import { decodeOffset } from '../offset-bits.js';
import { countAtomicValues, fillsLds, type MemoryRow } from '../rows/memory-row.js';
import { formatSwizzle } from '../swizzle.js';
import { printFlat } from './flat.js';
import { printFormatModifier } from './format-modifier.js';
import { printImage } from './image.js';
import { type OperandsAndModifiers, printCacheBits } from './line.js';
import { formatHex, formatImmediate } from './number.js';
import { formatOperand, formatScalarRange, formatVgprRange, type PrintContext } from './operand.js';

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
  const data = formatScalarRange(
    fields.sdata,
    Math.max(1, row.bytes / 4) * countAtomicValues(row),
    context.gfx,
  )!;
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
    ...(isLds
      ? []
      : [formatVgprRange(fields.vdata, Math.max(1, row.bytes / 4) * countAtomicValues(row) + status)]),
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
  if (row.registerFields !== undefined) {
    const registers = row.registerFields.map(([field, count]) => formatVgprRange(fields[field], count));
    return [registers, [...formatLdsOffsets(row, fields), ...(fields.gds ? ['gds'] : [])]];
  }
  const dwords = Math.max(1, row.bytes / 4);
  const resultDwords = row.usesStreamoutRegister === true ? 2 : dwords;
  const operands = row.access === 'load' || row.returns ? [formatVgprRange(fields.vdst, resultDwords)] : [];
  if (row.usesStreamoutRegister !== true) operands.push(formatVgprRange(fields.addr, 1));
  const valueDwords = row.pairStep === undefined ? dwords : dwords / 2;
  const sendsData = row.lanes === 'permute' || row.lanes === 'bpermute';
  if (row.access !== 'load' || sendsData) operands.push(formatVgprRange(fields.data0, valueDwords));
  const hasSecond = (row.access === 'store' && row.pairStep !== undefined) || row.operands !== undefined;
  if (hasSecond) operands.push(formatVgprRange(fields.data1, valueDwords));
  const modifiers = formatLdsOffsets(row, fields);
  return [operands, fields.gds ? [...modifiers, 'gds'] : modifiers];
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
