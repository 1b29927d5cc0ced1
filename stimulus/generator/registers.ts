import type { WaveSize } from '../../arch/index.js';
import { REGISTERS } from '../sections/part.js';

/**
 * Registers of generated programs. Those shared with `../sections` parts keep their positions: s[0:3] first ordered
 * buffer, s4 user data, s5 prim mask, s6 collision argument, s7 intrawave argument if loaded, s[7:17] those of the parts.
 */
export const VECTOR = {
  offset: REGISTERS.offset,
  primitive: REGISTERS.primitive,
  /** All values read by the invocation are folded into it. */
  result: REGISTERS.word,
  position: REGISTERS.position,
  /** Four registers for data, and four scratch ones per step. */
  data: REGISTERS.scratch,
  scratch: REGISTERS.scratch + 4,
  x: 'v24',
  y: 'v25',
  /** 64-bit address of a flat access, and iterations a lane has left. */
  address: 26,
  trips: 'v28',
  /** Separate, since an export may still read them when colours are packed. */
  depth: 'v29',
  stencil: 'v30',
  mask: 'v31',
} as const;

/** Number of registers that generated programs are compiled for. */
export const VGPRS = 32;
export const SGPRS = 72;

/** First scalar register of each value that a program keeps. */
const SCALAR = {
  entry: 18,
  live: 20,
  saved: 22,
  set: 24,
  loop: 26,
  scratch: 28,
  lanes: 30,
  image: 32,
  texture: 40,
  second: 48,
  table: 52,
  chosen: 56,
  trips: 60,
  layers: 61,
  layerStart: 62,
  later: 64,
  left: 66,
  tally: 68,
} as const;

/** Scalar registers as operands, for one wave size: `live`, `saved`, `loop`, `lanes` and `later` hold a lane mask. */
export interface ScalarNames {
  readonly newest: string;
  readonly remap: string;
  readonly polled: string;
  /** Lanes not discarded. */
  readonly live: string;
  /** Lanes outside a condition, and remaining lanes of a loop over lanes. */
  readonly saved: string;
  readonly loop: string;
  readonly lanes: string;
  readonly later: string;
  readonly setLow: string;
  readonly setHigh: string;
  readonly set: string;
  readonly scratch: string;
  readonly otherScratch: string;
  /** Descriptors of the first ordered buffer, the second one and the read-only table, and addresses of the last two. */
  readonly first: string;
  readonly second: string;
  readonly secondAddress: string;
  readonly secondAddressHigh: string;
  readonly table: string;
  readonly tableAddress: string;
  /** The tallies, and their address. */
  readonly tally: string;
  readonly tallyAddress: string;
  /** Descriptor of the buffer that a lane selects. */
  readonly chosen: string;
  readonly image: string;
  readonly texture: string;
  readonly trips: string;
  readonly layers: string;
  readonly layerStart: string;
  /** Data loaded while the section ends. */
  readonly left: string;
}

const range = (first: number, count: number): string => `s[${first}:${first + count - 1}]`;

function namesOf(wave: WaveSize): ScalarNames {
  const mask = (first: number): string => (wave === 64 ? range(first, 2) : `s${first}`);
  return {
    newest: `s${SCALAR.entry}`,
    remap: `s${SCALAR.entry + 1}`,
    polled: `s${SCALAR.scratch}`,
    live: mask(SCALAR.live),
    saved: mask(SCALAR.saved),
    loop: mask(SCALAR.loop),
    lanes: mask(SCALAR.lanes),
    later: mask(SCALAR.later),
    setLow: `s${SCALAR.set}`,
    setHigh: `s${SCALAR.set + 1}`,
    set: range(SCALAR.set, 2),
    scratch: `s${SCALAR.scratch}`,
    otherScratch: `s${SCALAR.scratch + 1}`,
    first: range(0, 4),
    second: range(SCALAR.second, 4),
    secondAddress: range(SCALAR.second, 2),
    secondAddressHigh: `s${SCALAR.second + 1}`,
    table: range(SCALAR.table, 4),
    tableAddress: range(SCALAR.table, 2),
    tally: range(SCALAR.tally, 4),
    tallyAddress: range(SCALAR.tally, 2),
    chosen: range(SCALAR.chosen, 4),
    image: range(SCALAR.image, 8),
    texture: range(SCALAR.texture, 8),
    trips: `s${SCALAR.trips}`,
    layers: `s${SCALAR.layers}`,
    layerStart: `s${SCALAR.layerStart}`,
    left: `s${SCALAR.left}`,
  };
}

const NAMES: Readonly<Record<WaveSize, ScalarNames>> = { 32: namesOf(32), 64: namesOf(64) };

/** Scalar registers for a wave size. */
export function scalarNames(wave: WaveSize): ScalarNames {
  return NAMES[wave];
}

/** Vector registers starting at `first`, as an operand. */
export function vectors(first: number, count: number): string {
  return count === 1 ? `v${first}` : `v[${first}:${first + count - 1}]`;
}
