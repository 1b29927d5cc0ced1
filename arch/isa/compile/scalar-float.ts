import { SCALAR, type WaveState } from '../../wave-state.js';
import { isHalfWide } from '../operand-type.js';
import type { ScalarRow, VectorRow } from '../rows/row.js';
import { nameOf } from '../rows/row-base.js';
import { scalarSlots } from '../slots.js';
import type { Compiled } from './compiled.js';
import type { CompileContext } from './context.js';
import type { LaneRegisters } from './loop.js';
import type { ResultShape } from './loop-result.js';
import type { SourceShape } from './loop-source.js';
import { chooseLoop, gatheredDwords } from './vector.js';

/** The one lane of the vector operation, whose result the scalar destination takes. */
const LANE = gatheredDwords();
const NOTHING_GATHERED = gatheredDwords();

const ONE_LANE = 1;

/** Halves are the lower ones, but for conversions from the upper one. */
function sourceOf(type: SourceShape['type'], takesUpper: boolean): SourceShape {
  const half = takesUpper ? 'word1' : 'word0';
  const select = isHalfWide(type) ? half : 'dword';
  return { type, from: 'scalar', select, signed: false, abs: false, neg: false };
}

/** A half clears the rest of its register (RDNA4 manual 6.8). */
function resultOf({ dst, nan }: VectorRow): Pick<{ result?: ResultShape }, 'result'> {
  if (dst === undefined) return {};
  const select = isHalfWide(dst) ? 'word0' : 'dword';
  const shape = { type: dst, select, unused: 'pad', clamp: false, omod: 0 } as const;
  return { result: nan === undefined ? shape : { ...shape, nan } };
}

/** Compiles a scalar operation that does on scalar registers what a vector operation does on the registers of one lane. */
export function compileScalarFloat(row: ScalarRow, vector: VectorRow, context: CompileContext): Compiled {
  const indices: number[] = [];
  let destination = -1;
  for (const slot of scalarSlots(row)) {
    const code = context.code(slot);
    if (slot.role === 'dst') destination = context.scalarDestination(code, slot.type);
    else indices.push(context.scalarSource(code, slot.type));
  }
  const sources = vector.sources.map((type) => sourceOf(type, row.takesUpperHalf === true));
  if (vector.tied) {
    context.uses.scalar(destination);
    sources.push(sourceOf(row.dst!, false));
    indices.push(destination);
  }
  const isCompare = row.dst === undefined;
  if (isCompare) context.defines.scalar(SCALAR.SCC);
  const loopFor = chooseLoop(vector, {
    name: nameOf(row, context.gfx),
    lanes: 32,
    sources,
    mask: isCompare,
    lane: false,
    flush: false,
    ...resultOf(vector),
  });
  const [a = 0, b = 0, c = 0] = indices;
  const execute = (wave: WaveState) => {
    const { s, hw } = wave;
    const lane: LaneRegisters = { s, hw, v: LANE.v, vf: LANE.vf };
    loopFor(wave)(lane, ONE_LANE, 0, NOTHING_GATHERED, 0, SCALAR.SCC, a, b, c);
    if (!isCompare) s[destination] = LANE.v[0]!;
    return 0;
  };
  return { kind: 'alu', execute };
}
