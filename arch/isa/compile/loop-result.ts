import { QUIET_NAN } from '../numbers/bits.js';
import type { OperandType } from '../operand-type.js';
import { doubleTexts, nanBitsText, type Selector, type SourceShape, selectedBits } from './loop-source.js';

/** How a loop writes its vector result. */
export interface ResultShape {
  readonly type: OperandType;
  /** Part of the destination that receives the result; 16-bit results go to `word0` or `word1`. */
  readonly select: Selector;
  /** What happens to the rest: zeroed, sign-extended, or kept. */
  readonly unused: 'pad' | 'sext' | 'preserve';
  readonly clamp: boolean;
  /** Output modifier: 0 none, 1 times 2, 2 times 4, 3 divided by 2. */
  readonly omod: number;
  /** Overrides the default NaN rule (first NaN source in operand order, else the default NaN). */
  readonly nan?: { readonly order: readonly number[]; readonly otherwise: number };
}

interface LoopFacts {
  readonly lanes: number;
  readonly sources: readonly SourceShape[];
  readonly flush: boolean;
}

const FIRST_NAN = { order: [0, 1, 2], otherwise: QUIET_NAN };

const OMOD_FACTORS = ['1', '2', '4', '0.5'];

/** Text that merges `bits` into the destination dword. */
function storeText(result: ResultShape, bits: string): string {
  const [low, width] = selectedBits(result.select);
  if (width === 32) return `v[d + l] = ${bits};`;
  const mask = 2 ** width - 1;
  const field = `((${bits} & ${mask}) << ${low})`;
  if (result.unused === 'preserve') return `v[d + l] = (v[d + l] & ~(${mask} << ${low})) | ${field};`;
  if (result.unused === 'sext') return `v[d + l] = ((${bits}) << ${32 - width}) >> ${32 - width - low};`;
  return `v[d + l] = ${field};`;
}

/**
 * Statement that applies omod to `r`, which turns -0 into +0. Hardware ignores omod if denormals are kept, as they always are
 * here for 16- and 64-bit floats.
 */
function scaleText({ omod }: ResultShape, { flush }: LoopFacts): string {
  return omod === 0 || !flush ? '' : `r = Math.fround(r * ${OMOD_FACTORS[omod]}) + 0;`;
}

function clampText({ clamp }: ResultShape): string {
  return clamp ? 'r = r > 0 ? (r < 1 ? r : 1) : 0;' : '';
}

/** NaN result as 32-bit float bits. */
function nanText(result: ResultShape, { sources, lanes }: LoopFacts): string {
  return firstNanText(result.nan ?? FIRST_NAN, sources, lanes);
}

function firstNanText(
  { order, otherwise }: NonNullable<ResultShape['nan']>,
  sources: readonly SourceShape[],
  lanes: number,
): string {
  const nans = [0, 1, 2].map((place) => nanBitsText(sources, order[place], lanes)).join(', ');
  return `nan(${nans}, ${otherwise})`;
}

function halfText(result: ResultShape, call: string, facts: LoopFacts): string {
  const nan = `halfNan(${nanText(result, facts)})`;
  return `let r = meaning(${call}); ${clampText(result)}
const bits = r === r ? halfBits(r, (mode >>> 2) & 3) : ${nan};
${storeText(result, 'bits')}`;
}

function singleText(result: ResultShape, call: string, facts: LoopFacts): string {
  const nan = nanText(result, facts);
  const store =
    result.select === 'dword'
      ? `if (r === r) vf[d + l] = r; else v[d + l] = ${nan};`
      : storeText(result, `(r === r ? floatBits(r) : ${nan})`);
  return `let r = Math.fround(meaning(${call})); ${scaleText(result, facts)}${clampText(result)}
${facts.flush ? 'r = flushed(r);' : ''}
${store}`;
}

/** Statement that sets `low` and `high` to the first NaN among the sources, quieted. */
function doubleNanText(result: ResultShape, { sources, lanes }: LoopFacts): string {
  const { order, otherwise } = result.nan ?? FIRST_NAN;
  const cases = order.flatMap((i) => {
    const halves = sources[i] && doubleTexts(sources[i], i, lanes);
    if (halves === undefined) return [];
    return [`if (isWideNan(${halves})) { low = ${halves[0]}; high = ${halves[1]} | 0x80000; }`];
  });
  const single = firstNanText({ order, otherwise }, sources, lanes);
  const widened = `const n = ${single}; low = n << 29; high = (n & 0x80000000) | 0x7ff80000 | ((n >>> 3) & 0x7ffff);`;
  return [...cases, `{ ${widened} }`].join(' else ');
}

function doubleText(result: ResultShape, call: string, facts: LoopFacts): string {
  return `let r = meaning(${call}); ${clampText(result)}
let low = doubleLow(r), high = doubleHigh(r);
if (r !== r) { ${doubleNanText(result, facts)} }
v[d + l] = low; v[d + ${facts.lanes} + l] = high;`;
}

/** Range of the saturating integer types. */
const RANGES: Readonly<Partial<Record<OperandType, readonly [least: number, most: number]>>> = {
  u16: [0, 0xffff],
  i16: [-0x8000, 0x7fff],
  v2u16: [0, 0xffff],
  v2i16: [-0x8000, 0x7fff],
  u32: [0, 0xffffffff],
  i32: [-0x80000000, 0x7fffffff],
};

/** An integer result, saturated by clamp. */
function integerText(result: ResultShape, value: string): string {
  const range = result.clamp ? RANGES[result.type] : undefined;
  return range === undefined ? value : `Math.max(${range[0]}, Math.min(${range[1]}, ${value}))`;
}

/** A packed result: each half from its own arguments. */
function packedText(result: ResultShape, [low, high]: readonly [string, string], facts: LoopFacts): string {
  if (result.type !== 'v2f16') {
    const [r, q] = [low, high].map((half) => integerText(result, `meaning(${half})`));
    return `v[d + l] = (${r} & 0xffff) | (${q} << 16);`;
  }
  const half = (name: string, call: string) => {
    const clamped = result.clamp ? `${name} = ${name} > 0 ? (${name} < 1 ? ${name} : 1) : 0;` : '';
    return `let ${name} = meaning(${call}); ${clamped}`;
  };
  const first = facts.sources.length / 2;
  const bits = (name: string, from: number) => {
    const nan = { order: [from, from + 1, from + 2].slice(0, first), otherwise: QUIET_NAN };
    return `(${name} === ${name} ? halfBits(${name}, (mode >>> 2) & 3) : halfNan(${firstNanText(nan, facts.sources, facts.lanes)}))`;
  };
  return `${half('r', low)} ${half('q', high)} v[d + l] = ${bits('r', 0)} | (${bits('q', first)} << 16);`;
}

/** Splits the arguments of a packed operation into both halves. */
function halvesOf(call: string): readonly [string, string] {
  const all = call.split(', ');
  return [all.slice(0, all.length / 2).join(', '), all.slice(all.length / 2).join(', ')];
}

/** Statements that compute an operation for lane `l` and write it. */
export function resultText(result: ResultShape, call: string, facts: LoopFacts): string {
  switch (result.type) {
    case 'f32':
      return singleText(result, call, facts);
    case 'f64':
      return doubleText(result, call, facts);
    case 'f16':
      return halfText(result, call, facts);
    case 'v2f16':
    case 'v2i16':
    case 'v2u16':
      return packedText(result, halvesOf(call), facts);
    case 'b64':
    case 'u64':
    case 'i64':
      return `const r = meaning(${call}), rh = high(${call}); v[d + l] = r; v[d + ${facts.lanes} + l] = rh;`;
    default:
      return `const r = ${integerText(result, `meaning(${call})`)}; ${storeText(result, 'r')}`;
  }
}
