import type { WaveState } from '../../wave-state.js';
import type { DualRow } from '../rows/row.js';
import { type DualHalf, getDualSlots, VGPR_BASE } from '../slots.js';
import { findDualRow } from '../table.js';
import { type Compile, type CompileContext, UnsupportedError } from './context.js';
import { bindOperation, createGatherBuffer, makeExecute } from './vector.js';

/** The old values of the first half's destination, saved in case the second half reads it. */
const SAVED_DESTINATION = createGatherBuffer();

/** Returns the table row of the second half. */
function getSecondRow(opcode: number): DualRow {
  const row = findDualRow(opcode);
  if (row === undefined) throw new UnsupportedError(`dual opcode ${opcode}`);
  return row;
}

function getSlots(row: DualRow, half: DualHalf, context: CompileContext) {
  return getDualSlots(row.single, half, context.raw.fields);
}

/**
 * Compiles dual instructions. Both halves read their sources before either writes its result. If the second half reads
 * the first half's destination, it gets the old value from a copy.
 */
export const compileDual: Compile<DualRow> = (row, context) => {
  const { lanes } = context;
  if (lanes === 64) throw new UnsupportedError('dual instruction in wave64');
  const second = getSecondRow(context.field('opy'));
  const slotsY = getSlots(second, 'y', context);
  const x = bindOperation(row.single, getSlots(row, 'x', context), context);
  const hasConflict = slotsY.some(
    (slot) => slot.role === 'src' && (context.code(slot) - VGPR_BASE) * lanes === x.d,
  );
  const y = bindOperation(second.single, slotsY, context, hasConflict ? x.d : -2);
  const executeX = makeExecute(x, SAVED_DESTINATION);
  const executeY = makeExecute(y, SAVED_DESTINATION);
  const execute = (wave: WaveState) => {
    if (hasConflict) SAVED_DESTINATION.v.set(wave.v.subarray(x.d, x.d + lanes));
    executeX(wave);
    return executeY(wave);
  };
  return { kind: 'alu', execute };
};
