import { forEachActiveLane, SCALAR, type WaveState } from '../../wave-state.js';
import { getSgprLimit } from '../generation.js';
import { type AllocatedRegisters, type Instruction, UnsupportedOperation } from '../instruction.js';
import { countDwords } from '../operand-type.js';
import type { ScalarRow, VectorRow } from '../rows/row.js';
import type { M0Field, RelativeOperands } from '../rows/row-base.js';
import { getScalarSlots, getShape, getVectorSlots, VGPR_BASE } from '../slots.js';
import { type CompileContext, type CompiledInstruction, UnsupportedError } from './context.js';

/** Number of VGPRs that instructions can address. */
const MAX_VGPRS = 256;

const MODIFIERS = ['neg', 'abs', 'clamp', 'omod'];

/** Returns the amount that M0 adds to a register number. */
function getIndex({ s }: WaveState, field: M0Field | undefined): number {
  if (field === undefined) return 0;
  const [low, width] = field;
  return width === 32 ? s[SCALAR.M0] >>> 0 : (s[SCALAR.M0] >>> low) & (2 ** width - 1);
}

/**
 * Marks the registers that an M0-relative operand may access: every register from the encoded one up (limited to the
 * allocation later), plus v0 for sources. Destination registers also count as read, because any of them may be left
 * unwritten.
 */
function markVectors(context: CompileContext, first: number, role: 'src' | 'dst'): void {
  context.uses.vector(first, MAX_VGPRS - first);
  if (role === 'dst') context.defines.vector(first, MAX_VGPRS - first);
  else context.uses.vector(0);
}

function moveLanes(wave: WaveState, source: number, target: number, { swaps }: RelativeOperands): void {
  const { v, lanes } = wave;
  forEachActiveLane(wave, (lane) => {
    const [from, to] = [source * lanes + lane, target * lanes + lane];
    const saved = v[to];
    v[to] = v[from];
    if (swaps) v[from] = saved;
  });
}

interface VectorMove {
  readonly relative: RelativeOperands;
  /** The register number as encoded, or a scalar index if `isScalar`. */
  readonly source: number;
  readonly isScalar: boolean;
  readonly target: number;
}

/**
 * Returns a function that executes the move in a wave with `vectors` VGPRs. An out-of-range source reads as v0. A swap
 * with an out-of-range source and any move to an out-of-range destination do nothing (RDNA manuals, "out of range").
 */
function makeMove(
  { relative, source, isScalar, target }: VectorMove,
  vectors: number,
): Instruction['execute'] {
  return (wave) => {
    const count = Math.min(vectors, wave.v.length / wave.lanes);
    const to = target + getIndex(wave, relative.destination);
    if (to >= count) return 0;
    if (isScalar) {
      forEachActiveLane(wave, (lane) => {
        wave.v[to * wave.lanes + lane] = wave.s[source];
      });
      return 0;
    }
    const from = source + getIndex(wave, relative.source);
    if (from < count) moveLanes(wave, from, to, relative);
    else if (!relative.swaps) moveLanes(wave, 0, to, relative);
    return 0;
  };
}

/** Compiles M0-relative VGPR moves. */
export function compileRelativeVector(
  row: VectorRow,
  relative: RelativeOperands,
  context: CompileContext,
): CompiledInstruction {
  const { extension } = context.raw;
  if (extension !== 'none' && extension !== 'literal')
    throw new UnsupportedError('M0-relative operand with DPP or SDWA');
  if (MODIFIERS.some((name) => context.field(name) !== 0))
    throw new UnsupportedError('M0-relative operand with modifiers');
  const [dst, src] = getVectorSlots(row, getShape(context.raw, context.gfx)).map((slot) =>
    context.code(slot),
  );
  const isScalar = src < VGPR_BASE;
  if (isScalar && relative.source !== undefined) throw new UnsupportedError('M0-relative scalar source');
  context.markExec();
  context.uses.scalar(SCALAR.M0);
  if (relative.source === undefined && !isScalar) context.vector(src, 'b32', 'src');
  if (relative.destination === undefined) context.vector(dst, 'b32', 'dst');
  const source = isScalar ? context.scalarSource(src, 'b32') : src - VGPR_BASE;
  context.markRemainingAsRelative();
  if (relative.source !== undefined) markVectors(context, src - VGPR_BASE, 'src');
  if (relative.destination !== undefined) markVectors(context, dst - VGPR_BASE, 'dst');
  if (relative.swaps) markVectors(context, src - VGPR_BASE, 'dst');
  const move = { relative, source, isScalar, target: dst - VGPR_BASE };
  return {
    kind: 'alu',
    execute: makeMove(move, MAX_VGPRS),
    limitTo: ({ vectors }: AllocatedRegisters) => makeMove(move, vectors),
  };
}

/**
 * Returns the index of an M0-relative scalar. Throws if it is misaligned or beyond the wave's registers, since the
 * manuals do not define such accesses.
 */
function resolveScalarIndex(first: number, index: number, dwords: number, scalars: number): number {
  if (first + index + dwords > scalars || (first + index) % dwords !== 0)
    throw new UnsupportedOperation(`M0-relative access to s${first + index}`);
  return first + index;
}

/** Compiles M0-relative SGPR moves. */
export function compileRelativeScalar(
  row: ScalarRow,
  relative: RelativeOperands,
  context: CompileContext,
): CompiledInstruction {
  const [dst, src] = getScalarSlots(row).map((slot) => context.code(slot));
  const dwords = countDwords(row.sources[0], context.lanes);
  const limit = getSgprLimit(context.gfx);
  const isSpecial = (code: number, field: M0Field | undefined) => field !== undefined && code >= limit;
  if (isSpecial(src, relative.source) || isSpecial(dst, relative.destination))
    throw new UnsupportedError('M0-relative access to a special register');
  context.uses.scalar(SCALAR.M0);
  const source = relative.source === undefined ? context.scalarSource(src, row.sources[0]) : src;
  const target = relative.destination === undefined ? context.scalarDestination(dst, row.sources[0]) : dst;
  context.markRemainingAsRelative();
  if (relative.source !== undefined) context.uses.scalar(source, limit - source);
  if (relative.destination !== undefined) {
    context.uses.scalar(target, limit - target);
    context.defines.scalar(target, limit - target);
  }
  const limitTo =
    ({ scalars }: AllocatedRegisters): Instruction['execute'] =>
    (wave) => {
      const resolve = (first: number, field: M0Field | undefined) =>
        field === undefined ? first : resolveScalarIndex(first, getIndex(wave, field), dwords, scalars);
      const from = resolve(source, relative.source);
      wave.s.copyWithin(resolve(target, relative.destination), from, from + dwords);
      return 0;
    };
  return { kind: 'alu', execute: limitTo({ vectors: MAX_VGPRS, scalars: limit }), limitTo };
}
