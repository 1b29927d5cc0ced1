import { SCALAR, type WaveState } from '../../wave-state.js';
import type { ExportOperation, MemoryOperation } from '../instruction.js';
import type { MemoryRow } from '../rows/memory-row.js';
import type { CrossLaneRow, DualRow, ExportRow, Row } from '../rows/row.js';
import { type DualHalf, getCrossLaneSlots, getDualSlots, getShape, type Slot, VGPR_BASE } from '../slots.js';
import { findDualRow } from '../table.js';
import { compileBuffer } from './buffer.js';
import { type Compile, type CompileContext, type CompiledInstruction, UnsupportedError } from './context.js';
import { compileControl } from './control.js';
import { compileFlat } from './flat.js';
import { compileGprIndex, compileIndexed } from './gpr-index.js';
import { compileImage } from './image.js';
import { compileInterpolation } from './interpolation.js';
import { compileLds } from './lds.js';
import { rejectTooManyScalars } from './legal-operands.js';
import { compileScalar } from './scalar.js';
import { compileWithScalarOperands } from './scalar-float.js';
import { compileScalarMemory } from './scalar-memory.js';
import { compileTypedBuffer } from './typed-buffer.js';
import { bindOperation, compileVector, createGatherBuffer, makeExecute } from './vector.js';

/** Rejects sources from the wrong register file. */
function rejectWrongRegisterFile(row: CrossLaneRow, { role, source }: Slot, code: number): void {
  if (role === 'dst') return;
  const isVector = code >= VGPR_BASE;
  const needsVector = source! < (row.vectorSources ?? 1);
  if (isVector !== needsVector) throw new UnsupportedError(`operand ${source}`);
}

function rejectExtension({ raw: { extension } }: CompileContext): void {
  if (extension !== 'none' && extension !== 'literal') throw new UnsupportedError(`${extension} form`);
}

/** Compiles rows that move data between lanes, or between lanes and scalars. */
const compileCrossLane: Compile<CrossLaneRow> = (row, context) => {
  rejectExtension(context);
  const slots = getCrossLaneSlots(row, getShape(context.raw, context.gfx));
  rejectTooManyScalars(row, slots, context);
  const operands = slots.map((slot) => {
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

const SAVED_DESTINATION = createGatherBuffer();

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
const compileDual: Compile<DualRow> = (row, context) => {
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

const compileExport: Compile<ExportRow> = (_row, context) => {
  const field = (name: string) => context.field(name);
  const enabled = field('en');
  const compressed = field('compr') !== 0;
  const sources = [field('vsrc0'), field('vsrc1'), field('vsrc2'), field('vsrc3')] as const;
  context.markExec();
  if (field('row') !== 0) context.uses.scalar(SCALAR.M0);
  sources.forEach((register, channel) => {
    // A compressed export packs two channels into each of the first two sources.
    const channels = compressed ? (channel < 2 ? 3 << (2 * channel) : 0) : 1 << channel;
    if ((enabled & channels) !== 0) context.uses.vector(register);
  });
  const operation: ExportOperation = {
    target: field('tgt'),
    enabled,
    compressed,
    done: field('done') !== 0,
    validMask: field('vm') !== 0,
    sources,
  };
  return { kind: 'export', export: operation };
};

function compileMemory(row: MemoryRow, context: CompileContext): MemoryOperation {
  if (row.format === 'smem') return compileScalarMemory(row, context);
  if (row.components !== undefined) return compileTypedBuffer(row, row.components, context);
  if (row.format === 'mubuf') return compileBuffer(row, context);
  if (row.format === 'mimg') return compileImage(row, context);
  if (row.format === 'ds') return compileLds(row, context);
  if (row.format === 'flat') return compileFlat(row, context);
  throw new UnsupportedError(row.format);
}

/** Compiles a raw instruction into its effect on registers and memory. */
export function compile(context: CompileContext): CompiledInstruction {
  const { row } = context.raw;
  if (row.unmodelled !== undefined) throw new UnsupportedError(row.unmodelled);
  const { indexed } = context;
  return indexed === undefined
    ? compileRow(row, context)
    : compileIndexed(indexed, context, () => compileRow(row, context));
}

function compileRow(row: Row, context: CompileContext): CompiledInstruction {
  switch (row.family) {
    case 'scalar':
      return compileScalar(row, context);
    case 'control':
      return compileControl(row, context);
    case 'vector':
      return compileVector(row, context);
    case 'interpolation':
      return compileInterpolation(row, context);
    case 'gpr-index':
      return compileGprIndex(row, context);
    case 'memory':
      return { kind: 'memory', memory: compileMemory(row, context) };
    case 'export':
      return compileExport(row, context);
    case 'cross-lane':
      return row.vectorOp === undefined
        ? compileCrossLane(row, context)
        : compileWithScalarOperands(row, row.vectorOp, context);
    case 'dual':
      return compileDual(row, context);
  }
}
