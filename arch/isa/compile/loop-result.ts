import { QUIET_NAN } from '../numbers/bits.js';
import type { OperandType } from '../operand-type.js';
import {
  emitDoubleHalves,
  emitNanBits,
  getSelectedBits,
  type LoopTraits,
  type Selector,
  type SourceShape,
} from './loop-source.js';

/** How a loop writes its vector result. */
export interface ResultShape {
  readonly type: OperandType;
  /** The part of the destination that receives the result. 16-bit results go to `word0` or `word1`. */
  readonly select: Selector;
  /** What happens to the rest of the destination: zeroed, filled with the sign, or preserved. */
  readonly unused: 'pad' | 'sext' | 'preserve';
  readonly clamp: boolean;
  /** The output modifier: 0 for none, 1 to multiply by 2, 2 to multiply by 4, 3 to divide by 2. */
  readonly omod: number;
  /** Overrides the default NaN rule, which returns the first NaN source in operand order, or the default NaN. */
  readonly nan?: { readonly order: readonly number[]; readonly otherwise: number };
}

type Traits = LoopTraits & { readonly sources: readonly SourceShape[] };

const FIRST_NAN = { order: [0, 1, 2], otherwise: QUIET_NAN };

const OMOD_FACTORS = ['1', '2', '4', '0.5'];

/** Generates the statement that merges `bits` into the destination dword. */
function emitStore(result: ResultShape, bits: string): string {
  const [low, width] = getSelectedBits(result.select);
  if (width === 32) return `v[d + l] = ${bits};`;
  const mask = 2 ** width - 1;
  const field = `((${bits} & ${mask}) << ${low})`;
  if (result.unused === 'preserve') return `v[d + l] = (v[d + l] & ~(${mask} << ${low})) | ${field};`;
  if (result.unused === 'sext') return `v[d + l] = ((${bits}) << ${32 - width}) >> ${32 - width - low};`;
  return `v[d + l] = ${field};`;
}

/**
 * Generates the statement that applies omod to `r`, turning -0 into +0. Hardware ignores omod when denormals are kept,
 * which is always the case here for 16-bit and 64-bit floats.
 */
function emitScaling({ omod }: ResultShape, { flush }: Traits): string {
  return omod === 0 || !flush ? '' : `r = Math.fround(r * ${OMOD_FACTORS[omod]}) + 0;`;
}

function emitClamp({ clamp }: ResultShape, name = 'r'): string {
  return clamp ? `${name} = ${name} > 0 ? (${name} < 1 ? ${name} : 1) : 0;` : '';
}

/** Generates the expression for a NaN result, as 32-bit float bits. */
function emitNan(
  { nan: { order, otherwise } = FIRST_NAN }: Pick<ResultShape, 'nan'>,
  { sources, lanes }: Traits,
): string {
  const nans = [0, 1, 2].map((i) => emitNanBits(sources, order[i], lanes)).join(', ');
  return `nan(${nans}, ${otherwise})`;
}

function emitHalf(result: ResultShape, call: string, traits: Traits): string {
  const nan = `halfNan(${emitNan(result, traits)})`;
  return `let r = compute(${call}); ${emitClamp(result)}
const bits = r === r ? halfBits(r, (mode >>> 2) & 3) : ${nan};
${emitStore(result, 'bits')}`;
}

function emitSingle(result: ResultShape, call: string, traits: Traits): string {
  const nan = emitNan(result, traits);
  const store =
    result.select === 'dword'
      ? `if (r === r) vf[d + l] = r; else v[d + l] = ${nan};`
      : emitStore(result, `(r === r ? floatBits(r) : ${nan})`);
  return `let r = Math.fround(compute(${call})); ${emitScaling(result, traits)}${emitClamp(result)}
${traits.flush ? 'r = flush(r);' : ''}
${store}`;
}

/** Generates the statement that sets `low` and `high` to the first NaN among the sources, quieted. */
function emitDoubleNan(result: ResultShape, traits: Traits): string {
  const { sources, lanes } = traits;
  const { order } = result.nan ?? FIRST_NAN;
  const branches = order.flatMap((i) => {
    const halves = sources[i] && emitDoubleHalves(sources[i], i, lanes);
    if (halves === undefined) return [];
    return [`if (isWideNan(${halves})) { low = ${halves[0]}; high = ${halves[1]} | 0x80000; }`];
  });
  const widened = `const n = ${emitNan(result, traits)}; low = n << 29; high = (n & 0x80000000) | 0x7ff80000 | ((n >>> 3) & 0x7ffff);`;
  return [...branches, `{ ${widened} }`].join(' else ');
}

function emitDouble(result: ResultShape, call: string, traits: Traits): string {
  return `let r = compute(${call}); ${emitClamp(result)}
let low = doubleLow(r), high = doubleHigh(r);
if (r !== r) { ${emitDoubleNan(result, traits)} }
v[d + l] = low; v[d + ${traits.lanes} + l] = high;`;
}

const RANGES: Readonly<Partial<Record<OperandType, readonly [min: number, max: number]>>> = {
  u16: [0, 0xffff],
  i16: [-0x8000, 0x7fff],
  v2u16: [0, 0xffff],
  v2i16: [-0x8000, 0x7fff],
  u32: [0, 0xffffffff],
  i32: [-0x80000000, 0x7fffffff],
};

/** Generates the expression for an integer result, saturated if `clamp` is set. */
function emitInteger(result: ResultShape, value: string): string {
  const range = result.clamp ? RANGES[result.type] : undefined;
  return range === undefined ? value : `Math.max(${range[0]}, Math.min(${range[1]}, ${value}))`;
}

/** Generates the statements that write a packed result, whose halves have separate arguments. */
function emitPacked(result: ResultShape, [low, high]: readonly [string, string], traits: Traits): string {
  if (result.type !== 'v2f16') {
    const [r, q] = [low, high].map((half) => emitInteger(result, `compute(${half})`));
    return `v[d + l] = (${r} & 0xffff) | (${q} << 16);`;
  }
  const emitValue = (name: string, call: string) =>
    `let ${name} = compute(${call}); ${emitClamp(result, name)}`;
  const perHalf = traits.sources.length / 2;
  const bits = (name: string, start: number) => {
    const nan = { order: [start, start + 1, start + 2].slice(0, perHalf), otherwise: QUIET_NAN };
    return `(${name} === ${name} ? halfBits(${name}, (mode >>> 2) & 3) : halfNan(${emitNan({ nan }, traits)}))`;
  };
  return `${emitValue('r', low)} ${emitValue('q', high)} v[d + l] = ${bits('r', 0)} | (${bits('q', perHalf)} << 16);`;
}

/** Splits the arguments of a packed operation into those for the low half and those for the high half. */
function splitHalves(call: string): readonly [string, string] {
  const values = call.split(', ');
  return [values.slice(0, values.length / 2).join(', '), values.slice(values.length / 2).join(', ')];
}

/** Generates the statements that compute an operation for lane `l` and write its result. */
export function emitResult(result: ResultShape, call: string, traits: Traits): string {
  switch (result.type) {
    case 'f32':
      return emitSingle(result, call, traits);
    case 'f64':
      return emitDouble(result, call, traits);
    case 'f16':
      return emitHalf(result, call, traits);
    case 'v2f16':
    case 'v2i16':
    case 'v2u16':
      return emitPacked(result, splitHalves(call), traits);
    case 'b64':
    case 'u64':
    case 'i64':
      return `const r = compute(${call}), rh = high(${call}); v[d + l] = r; v[d + ${traits.lanes} + l] = rh;`;
    default:
      return `const r = ${emitInteger(result, `compute(${call})`)}; ${emitStore(result, 'r')}`;
  }
}
