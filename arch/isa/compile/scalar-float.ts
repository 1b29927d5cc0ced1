import { SCALAR, type WaveState } from '../../wave-state.js';
import { is16Bit } from '../operand-type.js';
import type { CrossLaneRow, ScalarRow, VectorRow } from '../rows/row.js';
import { getName } from '../rows/row-base.js';
import { getCrossLaneSlots, getScalarSlots, getShape, type Slot, VGPR_BASE } from '../slots.js';
import { type CompileContext, type CompiledInstruction, UnsupportedError } from './context.js';
import type { LaneRegisters } from './loop.js';
import type { ResultShape } from './loop-result.js';
import { type SourceShape, UNMODIFIED } from './loop-source.js';
import { chooseLoop, createGatherBuffer } from './vector.js';

/** Registers of the one lane that runs the vector operation. */
const LANE_REGISTERS = createGatherBuffer();
const NOTHING_GATHERED = createGatherBuffer();

const LANE_0_MASK = 1;

/** Returns the shape of a source. 16-bit types read the lower half, except in conversions that read the upper half. */
function makeSourceShape(type: SourceShape['type'], readsUpper: boolean): SourceShape {
  const half = readsUpper ? 'word1' : 'word0';
  const select = is16Bit(type) ? half : 'dword';
  return { type, from: 'scalar', select, ...UNMODIFIED };
}

/** Returns the shape of the result. A 16-bit result clears the rest of its register (RDNA4 manual 6.8). */
function makeResultShape({ dst, nan }: VectorRow): { result?: ResultShape } {
  if (dst === undefined) return {};
  const select = is16Bit(dst) ? 'word0' : 'dword';
  const shape = { type: dst, select, unused: 'pad', clamp: false, omod: 0 } as const;
  return { result: nan === undefined ? shape : { ...shape, nan } };
}

function getImmediateIndex(context: CompileContext, type: string): number {
  const immediate = context.field('simm16');
  return context.constant(type === 'i16' ? (immediate << 16) >> 16 : immediate, 0, 1);
}

/** Returns the indices of a scalar row's destination, or -1 if there is none, and of its sources. */
export function resolveScalarOperands(
  row: ScalarRow,
  context: CompileContext,
): { destination: number; indices: number[] } {
  const indices: number[] = [];
  let destination = -1;
  for (const slot of getScalarSlots(row)) {
    const code = context.code(slot);
    if (slot.role === 'dst') destination = context.scalarDestination(code, slot.type);
    else if (slot.special === 'immediate') indices.push(getImmediateIndex(context, slot.type));
    else indices.push(context.scalarSource(code, slot.type));
  }
  return { destination, indices };
}

/** Compiles a scalar operation as a vector operation on one lane. */
export function compileScalarFloat(
  row: ScalarRow,
  vector: VectorRow,
  context: CompileContext,
): CompiledInstruction {
  const { destination, indices } = resolveScalarOperands(row, context);
  const sources = vector.sources.map((type) => makeSourceShape(type, row.readsUpperHalf === true));
  if (vector.tied) {
    context.uses.scalar(destination);
    sources.push(makeSourceShape(row.dst!, false));
    indices.push(destination);
  }
  if (row.dst === undefined) context.defines.scalar(SCALAR.SCC);
  return compileOneLane(getName(row, context.gfx), vector, sources, indices, destination);
}

/** Compiles a vector-unit operation on scalars. Modifiers are not modelled. */
export function compileWithScalarOperands(
  row: CrossLaneRow,
  vector: VectorRow,
  context: CompileContext,
): CompiledInstruction {
  if (['abs', 'neg', 'clamp', 'omod', 'op_sel'].some((name) => context.field(name) !== 0))
    throw new UnsupportedError('modifiers on a scalar operand');
  const [result, source] = getCrossLaneSlots(row, getShape(context.raw, context.gfx)) as [Slot, Slot];
  const destination = context.scalarDestination(context.code(result), result.type);
  const code = context.code(source);
  if (code >= VGPR_BASE) throw new UnsupportedError('vector register as operand 0');
  const sources = vector.sources.map((type) => makeSourceShape(type, false));
  return compileOneLane(
    getName(row, context.gfx),
    vector,
    sources,
    [context.scalarSource(code, source.type)],
    destination,
  );
}

/**
 * Compiles a vector operation on scalar registers, with the same handling of rounding, denormals and NaNs. The
 * destination is -1 for a comparison, which writes SCC.
 */
function compileOneLane(
  name: string,
  vector: VectorRow,
  sources: readonly SourceShape[],
  [a = 0, b = 0, c = 0]: readonly number[],
  destination: number,
): CompiledInstruction {
  const isComparison = destination < 0;
  const shape = { lanes: 32, hasMaskResult: isComparison, passesLane: false, flush: false } as const;
  const getLoop = chooseLoop(vector, { name, sources, ...shape, ...makeResultShape(vector) });
  const execute = (wave: WaveState) => {
    const { s, hw } = wave;
    const lane: LaneRegisters = { s, hw, v: LANE_REGISTERS.v, vf: LANE_REGISTERS.vf };
    getLoop(wave)(lane, LANE_0_MASK, 0, NOTHING_GATHERED, 0, SCALAR.SCC, a, b, c);
    if (!isComparison) s[destination] = LANE_REGISTERS.v[0]!;
    return 0;
  };
  return { kind: 'alu', execute };
}
