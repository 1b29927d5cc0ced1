import type { RawInstruction } from '../decode/raw.js';
import { resolveFlatAddressing } from '../flat-addressing.js';
import { countAtomicValues, type MemoryRow } from '../rows/memory-row.js';
import { returnsOldValue } from '../scope.js';
import { type OperandsAndModifiers, printCacheBits } from './line.js';
import { formatScalarRange, formatVgprRange, type PrintContext } from './operand.js';

function countDataDwords(row: MemoryRow): number {
  return Math.max(1, row.bytes / 4);
}

/** Prints the operands and modifiers of a flat, scratch or global access. */
export function printFlat(row: MemoryRow, raw: RawInstruction, context: PrintContext): OperandsAndModifiers {
  const { fields } = raw;
  const { vgprs, usesScalar, offset } = resolveFlatAddressing(row, fields, context.gfx);
  const address = vgprs === 0 ? 'off' : formatVgprRange(fields.addr, vgprs);
  const dwords = countDataDwords(row);
  const data = formatVgprRange(fields.data, dwords * countAtomicValues(row));
  const result = formatVgprRange(fields.vdst, dwords);
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
