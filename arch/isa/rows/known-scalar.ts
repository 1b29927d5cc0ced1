import type { OperandType } from '../operand-type.js';
import type { ScalarRow } from './row.js';
import { KNOWN_BUT_UNMODELLED, onlyOn } from './row-base.js';

/** Builds a GFX9 instruction without a result. */
function makeRow(
  format: ScalarRow['format'],
  name: string,
  opcode: number,
  sources: readonly OperandType[],
): ScalarRow {
  return {
    family: 'scalar',
    format,
    name,
    opcode: onlyOn('gfx9', opcode),
    sources,
    unmodelled: KNOWN_BUT_UNMODELLED,
  };
}

/** Fork, join, trap-return and vector-skip instructions, used by debuggers or old compilers. */
export const KNOWN_SCALAR_ROWS: readonly ScalarRow[] = [
  makeRow('sop1', 's_cbranch_join', 0x2e, ['b32']),
  makeRow('sop2', 's_cbranch_g_fork', 0x29, ['b64', 'b64']),
  makeRow('sop2', 's_rfe_restore_b64', 0x2b, ['b64', 'b32']),
  makeRow('sopc', 's_setvskip', 0x10, ['b32', 'b32']),
];
