import { RecentMap } from '../../memoise.js';
import type { WaveState } from '../../wave-state.js';
import {
  doubleFromBits,
  doubleToHighBits,
  doubleToLowBits,
  floatFromBits,
  floatToBits,
  isWideNan,
  narrowDoubleNan,
  narrowNanToHalf,
  selectNan,
  widenHalfNan,
} from '../numbers/bits.js';
import { flushDenormal } from '../numbers/float.js';
import { halfToNumber, numberToHalf } from '../numbers/half.js';
import type { Operation } from '../rows/row.js';
import { generateFunction } from './generate.js';
import { emitResult, type ResultShape } from './loop-result.js';
import { emitHoisted, emitValueExpressions, type SourceShape } from './loop-source.js';

/** The properties that determine a loop's source code. */
export interface LoopShape {
  readonly name: string;
  readonly lanes: number;
  readonly sources: readonly SourceShape[];
  readonly result?: ResultShape;
  /** Whether one of the results is a lane mask (a carry-out or a comparison). */
  readonly hasMaskResult: boolean;
  /** Whether the lane number is the last argument. */
  readonly passesLane: boolean;
  /** Whether 32-bit denormals are flushed on input and output. */
  readonly flush: boolean;
}

interface LoopFunctions {
  readonly compute: Operation;
  readonly high: Operation | undefined;
  readonly carry: Operation | undefined;
}

/** One dword per lane, gathered from other lanes, with a float view. */
export interface GatheredDwords {
  readonly v: Int32Array;
  readonly vf: Float32Array;
}

/** The parts of a wave that a loop reads and writes. */
export type LaneRegisters = Pick<WaveState, 's' | 'v' | 'vf' | 'hw'>;

/**
 * Runs an operation on the lanes in the mask (lo, hi). `d` is the first element of the destination, and `m` is the
 * scalar index of the mask result. `a` to `c` are the sources: the first element of a vector, or the index of a scalar.
 */
export type Loop = (
  wave: LaneRegisters,
  lo: number,
  hi: number,
  gathered: GatheredDwords,
  d: number,
  m: number,
  a: number,
  b: number,
  c: number,
) => void;

/** Number of loops to keep. Drawn programs contain ever new shapes; others share a few hundred. */
const MAX_LOOPS = 512;

const cache = new RecentMap<Loop>(MAX_LOOPS);

const RUNTIME = {
  float: floatFromBits,
  floatBits: floatToBits,
  double: doubleFromBits,
  doubleLow: doubleToLowBits,
  doubleHigh: doubleToHighBits,
  half: halfToNumber,
  halfBits: numberToHalf,
  nan: selectNan,
  widenNan: widenHalfNan,
  halfNan: narrowNanToHalf,
  isWideNan,
  narrowNan: narrowDoubleNan,
  flush: flushDenormal,
};

function emitBody(shape: LoopShape, functions: LoopFunctions): string {
  const lines: string[] = [];
  const argumentNames: string[] = [];
  shape.sources.forEach((source, i) => {
    emitValueExpressions(source, i, shape).forEach((text, half) => {
      const name = `x${i}${half === 0 ? '' : 'h'}`;
      if (text !== undefined) lines.push(`const ${name} = ${text};`);
      argumentNames.push(name);
    });
  });
  if (shape.passesLane) argumentNames.push('l');
  const call = argumentNames.join(', ');
  if (shape.hasMaskResult)
    lines.push(`out |= ${functions.carry === undefined ? 'compute' : 'carry'}(${call}) << l;`);
  if (shape.result) lines.push(emitResult(shape.result, call, shape));
  return lines.join('\n');
}

function emitLoop(shape: LoopShape, functions: LoopFunctions): string {
  const body = emitBody(shape, functions);
  const maskWords = shape.sources
    .map((source, i) =>
      source.type === 'mask' ? `const k${i} = s[${source.implicitMask ?? 'abc'[i]} + (h >>> 5)];` : '',
    )
    .join('');
  return `return function (wave, lo, hi, gathered, d, m, a, b, c) {
const { s, v, vf } = wave, g = gathered.v, gf = gathered.vf, mode = wave.hw[1];
${shape.sources.map((source, i) => emitHoisted(source, i, shape)).join('\n')}
for (let h = 0; h < ${shape.lanes}; h += 32) {
const active = h === 0 ? lo : hi;
let out = 0;
${maskWords}
if (active === -1) { for (let l = h; l < h + 32; l++) {
${body}
} } else { for (let rest = active; rest !== 0; rest &= rest - 1) { const l = h + 31 - Math.clz32(rest & -rest);
${body}
} }
${shape.hasMaskResult ? 's[m + (h >>> 5)] = out;' : ''}
} };`;
}

/** Returns the loop for a shape. Loops are created on first use and shared by all instructions of the same shape. */
export function getLoop(shape: LoopShape, functions: LoopFunctions): Loop {
  const key = JSON.stringify(shape);
  const existing = cache.get(key);
  if (existing !== undefined) return existing;
  const loop = generateFunction<Loop>(shape.name, { ...RUNTIME, ...functions }, emitLoop(shape, functions));
  cache.set(key, loop);
  return loop;
}
