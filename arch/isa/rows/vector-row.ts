import type { FormatName } from '../formats/index.js';
import type { OperandType } from '../operand-type.js';
import type { Operation, VectorRow } from './row.js';
import type { Names, Opcodes } from './row-base.js';

/** Builds a row from the types of its operands, destination first. */
export function makeVectorRow(
  format: FormatName,
  name: Names,
  opcode: Opcodes,
  [dst, ...sources]: readonly OperandType[],
  compute: Operation,
  options: Partial<VectorRow> = {},
): VectorRow {
  return { family: 'vector', format, name, opcode, dst: dst!, sources, compute, ...options };
}
