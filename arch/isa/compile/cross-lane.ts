import type { CrossLaneRow } from '../rows/row.js';
import { getCrossLaneSlots, getShape, type Slot, VGPR_BASE } from '../slots.js';
import { type Compile, type CompileContext, UnsupportedError } from './context.js';

/**
 * Rejects sources from the wrong register file. The first source is a VGPR, except in `v_writelane_b32`; all others are
 * scalars.
 */
function rejectWrongRegisterFile(row: CrossLaneRow, { role, source }: Slot, code: number): void {
  if (role === 'dst') return;
  const isVector = code >= VGPR_BASE;
  const needsVector = source === 0 && row.name !== 'v_writelane_b32';
  if (isVector !== needsVector) throw new UnsupportedError(`operand ${source}`);
}

function rejectExtension({ raw: { extension } }: CompileContext): void {
  if (extension !== 'none' && extension !== 'literal') throw new UnsupportedError(`${extension} form`);
}

/** Compiles rows that move data between lanes, or between lanes and scalars. */
export const compileCrossLane: Compile<CrossLaneRow> = (row, context) => {
  rejectExtension(context);
  const operands = getCrossLaneSlots(row, getShape(context.raw, context.gfx)).map((slot) => {
    const code = context.code(slot);
    rejectWrongRegisterFile(row, slot, code);
    if (code >= VGPR_BASE) {
      const isAlsoRead = slot.role === 'dst' && row.readsDestination;
      if (isAlsoRead) context.vector(code, slot.type, 'src');
      if (slot.role === 'src' && row.name === 'v_swap_b32') context.vector(code, slot.type, 'dst');
      return context.vector(code, slot.type, slot.role);
    }
    return slot.role === 'dst'
      ? context.scalarDestination(code, slot.type)
      : context.scalarSource(code, slot.type);
  });
  if (row.usesExec) context.markExec();
  const flags = context.field('op_sel');
  const { effect } = row;
  return {
    kind: 'alu',
    execute: (wave) => {
      effect(wave, operands, flags);
      return 0;
    },
  };
};
