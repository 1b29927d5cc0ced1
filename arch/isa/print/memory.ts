import { isAtLeast } from '../../since-generation.js';
import type { RawInstruction } from '../decode/raw.js';
import { nullCode } from '../generation.js';
import { signedOffset } from '../offset-bits.js';
import { atomicValues, fillsLds, type MemoryRow } from '../rows/memory-row.js';
import { swizzleText } from '../swizzle.js';
import { flatText } from './flat.js';
import { formatModifier } from './format-modifier.js';
import { imageText } from './image.js';
import { cacheBits, type Texts } from './line.js';
import { hex, immediate } from './number.js';
import { operandText, type PrintContext, scalarName, vectorName } from './operand.js';

function signedHex(value: number): string {
  return value < 0 ? `-${hex(-value)}` : hex(value);
}

function scalarOffset(raw: RawInstruction, { gfx }: PrintContext): [operand: string, modifiers: string[]] {
  const { fields } = raw;
  const register = (code: number) => scalarName(code, 1, gfx)!;
  const offset = signedOffset('smem', fields.offset, gfx);
  if (gfx === 'gfx9') {
    if (!fields.imm) return [register(fields.soffset_en ? fields.soffset : fields.offset & 0x7f), []];
    if (fields.soffset_en) return [register(fields.soffset), [`offset:${signedHex(offset)}`]];
    return [signedHex(offset), []];
  }
  const code = fields.soffset;
  if (code === nullCode(gfx))
    return [offset === 0 && !isAtLeast(gfx, 'gfx12') ? 'null' : signedHex(offset), []];
  const isPlain = offset === 0 && !isAtLeast(gfx, 'gfx12');
  return [register(code), isPlain ? [] : [`offset:${signedHex(offset)}`]];
}

function scalarText(row: MemoryRow, raw: RawInstruction, context: PrintContext): Texts {
  const { fields } = raw;
  const data = scalarName(fields.sdata, Math.max(1, row.bytes / 4) * atomicValues(row), context.gfx)!;
  if (row.only === 'result') return [[data], []];
  const [offset, modifiers] = scalarOffset(raw, context);
  const operands = [
    ...(row.only === 'address' ? [] : [row.only === 'probe' ? immediate(fields.sdata) : data]),
    scalarName(fields.sbase * 2, row.descriptor === 'buffer' ? 4 : 2, context.gfx)!,
    offset,
  ];
  return [operands, row.only === undefined ? [...modifiers, ...cacheBits(raw)] : modifiers];
}

function bufferText(row: MemoryRow, raw: RawInstruction, context: PrintContext): Texts {
  const { fields } = raw;
  const addresses = fields.idxen + fields.offen;
  const isLds = fillsLds(row, fields);
  const status = fields.tfe ? 1 : 0;
  const operands = [
    ...(isLds ? [] : [vectorName(fields.vdata, Math.max(1, row.bytes / 4) * atomicValues(row) + status)]),
    addresses === 0 ? 'off' : vectorName(fields.vaddr, addresses),
    scalarName(fields.srsrc * 4, 4, context.gfx)!,
    operandText(fields.soffset, 'u32', context),
  ];
  const modifiers = row.format === 'mtbuf' ? formatModifier(fields.format, context.gfx) : [];
  modifiers.push(...['idxen', 'offen'].filter((name) => fields[name]));
  const offset = signedOffset('mubuf', fields.offset, context.gfx);
  if (offset !== 0) modifiers.push(`offset:${offset}`);
  const flags = ['lds', 'tfe'].filter((name) => fields[name]);
  return [operands, [...modifiers, ...cacheBits(raw), ...flags]];
}

/** Prints one 16-bit offset or two 8-bit offsets. Zero is omitted. */
function ldsOffsets(row: MemoryRow, { offset0, offset1 }: RawInstruction['fields']): string[] {
  if (row.lanes === 'swizzle') {
    const offset = offset0 | (offset1 << 8);
    return offset === 0 ? [] : [`offset:${swizzleText(offset)}`];
  }
  const named: readonly (readonly [string, number])[] =
    row.pairStep === undefined
      ? [['offset', offset0 | (offset1 << 8)]]
      : [
          ['offset0', offset0],
          ['offset1', offset1],
        ];
  return named.filter(([, offset]) => offset !== 0).map(([name, offset]) => `${name}:${offset}`);
}

function ldsText(row: MemoryRow, { fields }: RawInstruction): Texts {
  if (row.takes !== undefined) {
    const operandTexts = row.takes.map(([field, count]) => vectorName(fields[field], count));
    return [operandTexts, [...ldsOffsets(row, fields), ...(fields.gds ? ['gds'] : [])]];
  }
  const dwords = Math.max(1, row.bytes / 4);
  const results = row.ofRegister === true ? 2 : dwords;
  const operands = row.access === 'load' || row.returns ? [vectorName(fields.vdst, results)] : [];
  if (row.ofRegister !== true) operands.push(vectorName(fields.addr, 1));
  const values = row.pairStep === undefined ? dwords : dwords / 2;
  const sendsData = row.lanes === 'permute' || row.lanes === 'bpermute';
  if (row.access !== 'load' || sendsData) operands.push(vectorName(fields.data0, values));
  const hasSecond = (row.access === 'store' && row.pairStep !== undefined) || row.operands !== undefined;
  if (hasSecond) operands.push(vectorName(fields.data1, values));
  const modifiers = ldsOffsets(row, fields);
  return [operands, fields.gds ? [...modifiers, 'gds'] : modifiers];
}

/** Prints the operands and modifiers of a memory instruction. */
export function memoryText(row: MemoryRow, raw: RawInstruction, context: PrintContext): Texts {
  if (row.format === 'smem') return scalarText(row, raw, context);
  if (row.format === 'ds') return ldsText(row, raw);
  if (row.format === 'flat') return flatText(row, raw, context);
  return row.format === 'mimg' ? imageText(row, raw, context) : bufferText(row, raw, context);
}
