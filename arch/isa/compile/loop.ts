import type { WaveState } from '../../wave-state.js';
import {
  bitsOfFloat,
  doubleOfBits,
  floatOfBits,
  halfOfNan,
  highBitsOfDouble,
  isWideNan,
  lowBitsOfDouble,
  nanOfDouble,
  nanOfHalf,
  nanResult,
} from '../numbers/bits.js';
import { flushDenormal } from '../numbers/float.js';
import { halfBits, valueOfHalf } from '../numbers/half.js';
import type { Meaning } from '../rows/row.js';
import { generate } from './generate.js';
import { type ResultShape, resultText } from './loop-result.js';
import { hoistText, type SourceShape, valueTexts } from './loop-source.js';

/** Everything that the source of a loop depends on. */
export interface LoopShape {
  readonly name: string;
  readonly lanes: number;
  readonly sources: readonly SourceShape[];
  readonly result?: ResultShape;
  /** A result is a lane mask: carry out or compare. */
  readonly mask: boolean;
  /** The lane number is the last argument. */
  readonly lane: boolean;
  /** 32-bit denormals are flushed on input and output. */
  readonly flush: boolean;
}

/** The functions that a loop calls. */
export interface LoopMeaning {
  readonly meaning: Meaning;
  readonly high: Meaning | undefined;
  readonly carry: Meaning | undefined;
}

/** One dword per lane, gathered from other lanes, with a float view. */
export interface Gathered {
  readonly v: Int32Array;
  readonly vf: Float32Array;
}

/** The parts of a wave that a loop reads and writes. */
export type LaneRegisters = Pick<WaveState, 's' | 'v' | 'vf' | 'hw'>;

/**
 * Runs an operation on the lanes of (lo, hi). `d` is the destination's first element, `m` the scalar index of the mask result;
 * `a` to `c` are the sources (first element or scalar index).
 */
export type Loop = (
  wave: LaneRegisters,
  lo: number,
  hi: number,
  gathered: Gathered,
  d: number,
  m: number,
  a: number,
  b: number,
  c: number,
) => void;

const cache = new Map<string, Loop>();

const RUNTIME = {
  float: floatOfBits,
  floatBits: bitsOfFloat,
  double: doubleOfBits,
  doubleLow: lowBitsOfDouble,
  doubleHigh: highBitsOfDouble,
  half: valueOfHalf,
  halfBits,
  nan: nanResult,
  wideNan: nanOfHalf,
  halfNan: halfOfNan,
  isWideNan,
  narrowNan: nanOfDouble,
  flushed: flushDenormal,
};

function bodyText(shape: LoopShape, meaning: LoopMeaning): string {
  const lines: string[] = [];
  const values: string[] = [];
  shape.sources.forEach((source, i) => {
    valueTexts(source, i, shape).forEach((text, part) => {
      const name = `x${i}${part === 0 ? '' : 'h'}`;
      if (text !== undefined) lines.push(`const ${name} = ${text};`);
      values.push(name);
    });
  });
  if (shape.lane) values.push('l');
  const call = values.join(', ');
  if (shape.mask) lines.push(`out |= ${meaning.carry === undefined ? 'meaning' : 'carry'}(${call}) << l;`);
  if (shape.result) lines.push(resultText(shape.result, call, shape));
  return lines.join('\n');
}

function loopText(shape: LoopShape, meaning: LoopMeaning): string {
  const body = bodyText(shape, meaning);
  const words = shape.sources
    .map((source, i) =>
      source.type === 'mask' ? `const k${i} = s[${source.fixed ?? 'abc'[i]} + (h >>> 5)];` : '',
    )
    .join('');
  return `return function (wave, lo, hi, gathered, d, m, a, b, c) {
const { s, v, vf } = wave, g = gathered.v, gf = gathered.vf, mode = wave.hw[1];
${shape.sources.map((source, i) => hoistText(source, i, shape)).join('\n')}
for (let h = 0; h < ${shape.lanes}; h += 32) {
const on = h === 0 ? lo : hi;
let out = 0;
${words}
if (on === -1) { for (let l = h; l < h + 32; l++) {
${body}
} } else { for (let rest = on; rest !== 0; rest &= rest - 1) { const l = h + 31 - Math.clz32(rest & -rest);
${body}
} }
${shape.mask ? 's[m + (h >>> 5)] = out;' : ''}
} };`;
}

/** The loop of a shape, created on first use and shared by all instructions of that shape. */
export function loopOf(shape: LoopShape, meaning: LoopMeaning): Loop {
  const key = JSON.stringify(shape);
  const known = cache.get(key);
  if (known !== undefined) return known;
  const loop = generate<Loop>(shape.name, { ...RUNTIME, ...meaning }, loopText(shape, meaning));
  cache.set(key, loop);
  return loop;
}
