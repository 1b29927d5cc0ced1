import { parameterIndex, SCALAR, type WaveState } from '../../wave-state.js';
import { fusedMultiplyAdd } from '../numbers/fused.js';
import type { InterpolationRow } from '../rows/row.js';
import type { Compile } from './compiled.js';
import { type CompileContext, Unsupported } from './context.js';

type Execute = (wave: WaveState) => number;

/** Calls `visit` for each lane that EXEC has on. */
function forEachActive({ s, lanes }: WaveState, visit: (lane: number) => void): void {
  for (let rest = s[SCALAR.EXEC_LO]; rest !== 0; rest &= rest - 1) visit(31 - Math.clz32(rest & -rest));
  if (lanes === 32) return;
  for (let rest = s[SCALAR.EXEC_HI]; rest !== 0; rest &= rest - 1) visit(63 - Math.clz32(rest & -rest));
}

/** Parameter selector of `v_interp_mov_f32` by its source code: 0 is P10, 1 is P20, 2 is P0. */
const MOVED = [1, 2, 0];

interface Attribute {
  readonly attribute: number;
  readonly component: number;
}

const asFloat = new Float32Array(1);
const asBits = new Int32Array(asFloat.buffer);

function parameter(
  { s, lds }: WaveState,
  lane: number,
  { attribute, component }: Attribute,
  selector: number,
): number {
  const index = parameterIndex(s[SCALAR.M0], lane >> 2, attribute, selector, component);
  asBits[0] = lds[index] ?? 0;
  return asFloat[0];
}

function move(d: number, which: Attribute, selector: number): Execute {
  return (wave) => {
    const { s, lds, v } = wave;
    forEachActive(wave, (lane) => {
      const { attribute, component } = which;
      v[d + lane] = lds[parameterIndex(s[SCALAR.M0], lane >> 2, attribute, selector, component)] ?? 0;
    });
    return 0;
  };
}

/** P1: P10 * i + P0. P2: P20 * j + destination. */
function interpolate(d: number, source: number, which: Attribute, second: boolean): Execute {
  return (wave) => {
    const { vf } = wave;
    forEachActive(wave, (lane) => {
      const factor = parameter(wave, lane, which, second ? 2 : 1);
      const addend = second ? vf[d + lane] : parameter(wave, lane, which, 0);
      vf[d + lane] = fusedMultiplyAdd(factor, vf[source + lane], addend);
    });
    return 0;
  };
}

function compileLds(row: InterpolationRow, context: CompileContext): Execute {
  const which = { attribute: context.field('attr'), component: context.field('attrchan') };
  const register = context.field('vdst');
  const d = register * context.lanes;
  context.usesExec();
  context.uses.scalar(SCALAR.M0);
  context.defines.vector(register);
  if (row.interpolation === 'mov') {
    const selector = MOVED[context.field('vsrc')];
    if (selector === undefined) throw new Unsupported('reserved interpolation parameter');
    return move(d, which, selector);
  }
  const second = row.interpolation === 'p2';
  context.uses.vector(context.field('vsrc'));
  if (second) context.uses.vector(register);
  return interpolate(d, context.field('vsrc') * context.lanes, which, second);
}

/** Compiles interpolation from LDS. */
export const compileInterpolation: Compile<InterpolationRow> = (row, context) => ({
  kind: 'alu',
  execute: compileLds(row, context),
});
