import { SCALAR, type WaveState } from '../../wave-state.js';
import type { RawInstruction } from '../decode/raw.js';
import type { GprIndexRow, Row } from '../rows/row.js';
import type { M0Field, RelativeOperands } from '../rows/row-base.js';
import { type Compile, type CompileContext, type CompiledInstruction, UnsupportedError } from './context.js';
import { compileRelativeVector } from './relative.js';

const { M0 } = SCALAR;

const INDEX_FIELD: M0Field = [0, 8];
const INDEX_MASK = 0xff;
const OPERANDS_SHIFT = 12;
const OPERANDS_MASK = 15;
const SOURCE_BIT = 1;
const DESTINATION_BIT = 8;

/** Mask of the operands to which subsequent instructions add the index, or undefined if indexing is off. */
export type IndexedOperands = number | undefined;

/** Returns which operands are indexed after an instruction. */
export function updateIndexedOperands(
  row: Row,
  previous: IndexedOperands,
  raw: RawInstruction,
): IndexedOperands {
  if (row.family !== 'gpr-index' || row.step === 'index') return previous;
  if (row.step === 'off') return undefined;
  const operands = getOperands(row, raw);
  return row.step === 'mode' && previous === undefined ? undefined : operands;
}

function getOperands(row: GprIndexRow, { fields }: RawInstruction): number {
  return fields[row.step === 'on' ? 'ssrc1' : 'simm16']! & OPERANDS_MASK;
}

function setField({ s }: WaveState, value: number, mask: number, shift: number): void {
  s[M0] = (s[M0] & ~(mask << shift)) | ((value & mask) << shift);
}

/** Compiles the instructions that write the index and the mask of indexed operands to M0. */
export const compileGprIndex: Compile<GprIndexRow> = (row, context) => {
  if (row.step === 'off') return { kind: 'nop' };
  context.uses.scalar(M0);
  context.defines.scalar(M0);
  const operands = getOperands(row, context.raw);
  const source = row.step === 'mode' ? -1 : context.scalarSource(context.field('ssrc0'), 'b32');
  return {
    kind: 'alu',
    execute: (wave) => {
      if (source >= 0) setField(wave, wave.s[source], INDEX_MASK, 0);
      if (row.step !== 'index') setField(wave, operands, OPERANDS_MASK, OPERANDS_SHIFT);
      return 0;
    },
  };
};

function getRelativeOperands(operands: number): RelativeOperands {
  return {
    ...((operands & SOURCE_BIT) === 0 ? {} : { source: INDEX_FIELD }),
    ...((operands & DESTINATION_BIT) === 0 ? {} : { destination: INDEX_FIELD }),
  };
}

const JUMP_KINDS = ['branch', 'setpc'];

/**
 * Compiles an instruction while indexing is on. Compilers emit only single moves in this mode. Other vector operations,
 * jumps, and other writes to M0 are not modelled.
 */
export function compileIndexed(
  operands: number,
  context: CompileContext,
  compileUnindexed: () => CompiledInstruction,
): CompiledInstruction {
  const { row } = context.raw;
  if (row.family === 'gpr-index') return compileUnindexed();
  if (row.name === 'v_mov_b32' && row.family === 'vector')
    return compileRelativeVector(row, getRelativeOperands(operands), context);
  if (['vector', 'cross-lane', 'interpolation'].includes(row.family))
    throw new UnsupportedError('relative register indexing');
  const compiled = compileUnindexed();
  if (JUMP_KINDS.includes(compiled.kind) || context.defines.toRegisterUse().scalars.includes(M0))
    throw new UnsupportedError('jump or M0 write during relative register indexing');
  return compiled;
}
