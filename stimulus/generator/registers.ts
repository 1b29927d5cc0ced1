import type { WaveSize } from '../../arch/index.js';
import { REGISTERS } from '../sections/part.js';

/**
 * The vector registers of generated programs. Registers shared with the parts in `../sections` keep their numbers: the
 * first ordered buffer in s[0:3], user data in s4, the prim mask in s5, the collision argument in s6, the intrawave
 * argument in s7 if it is loaded, and the parts' own registers in s[7:17].
 */
export const VECTOR = {
  offset: REGISTERS.offset,
  primitive: REGISTERS.primitive,
  /** All values that the invocation reads are folded into this register. */
  result: REGISTERS.word,
  position: REGISTERS.position,
  /** Four data registers. */
  data: REGISTERS.scratch,
  /** Four scratch registers per step. */
  scratch: REGISTERS.scratch + 4,
  x: 'v24',
  y: 'v25',
  /** The 64-bit address of a flat access. */
  address: 26,
  /** The number of remaining iterations of a lane's loop. */
  trips: 'v28',
  /** Depth, stencil and mask have their own registers, as an export may still read them while colours are packed. */
  depth: 'v29',
  stencil: 'v30',
  mask: 'v31',
} as const;

/** The number of VGPRs that generated programs are compiled for. */
export const VGPRS = 32;
/** The number of SGPRs that generated programs are compiled for. */
export const SGPRS = 72;

/** The first SGPR of each value that programs keep live. */
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
  selectedBuffer: 56,
  trips: 60,
  layers: 61,
  layerStart: 62,
  laterLanes: 64,
  outstandingLoad: 66,
  tally: 68,
} as const;

/**
 * The scalar registers as operands, for one wave size. `live`, `saved`, `loop`, `lanes` and `laterLanes` hold lane
 * masks.
 */
export interface ScalarNames {
  readonly newest: string;
  readonly remap: string;
  readonly polled: string;
  /** The lanes that have not been discarded. */
  readonly live: string;
  /** The lanes that were active before a branch. */
  readonly saved: string;
  /** The lanes that a loop over lanes has yet to process. */
  readonly loop: string;
  readonly lanes: string;
  readonly laterLanes: string;
  readonly setLow: string;
  readonly setHigh: string;
  readonly set: string;
  readonly scratch: string;
  readonly otherScratch: string;
  /** The first ordered buffer's descriptor. */
  readonly first: string;
  /** The second ordered buffer's descriptor. */
  readonly second: string;
  /** The second ordered buffer's address. */
  readonly secondAddress: string;
  readonly secondAddressHigh: string;
  /** The read-only table's descriptor. */
  readonly table: string;
  readonly tableAddress: string;
  readonly tally: string;
  readonly tallyAddress: string;
  /** The descriptor of the buffer that a lane selects. */
  readonly selectedBuffer: string;
  readonly image: string;
  readonly texture: string;
  readonly trips: string;
  readonly layers: string;
  readonly layerStart: string;
  /** The result of the load left outstanding when the section ends. */
  readonly outstandingLoad: string;
}

const formatRange = (first: number, count: number): string => `s[${first}:${first + count - 1}]`;

function createNames(wave: WaveSize): ScalarNames {
  const formatMask = (first: number): string => (wave === 64 ? formatRange(first, 2) : `s${first}`);
  return {
    newest: `s${SCALAR.entry}`,
    remap: `s${SCALAR.entry + 1}`,
    polled: `s${SCALAR.scratch}`,
    live: formatMask(SCALAR.live),
    saved: formatMask(SCALAR.saved),
    loop: formatMask(SCALAR.loop),
    lanes: formatMask(SCALAR.lanes),
    laterLanes: formatMask(SCALAR.laterLanes),
    setLow: `s${SCALAR.set}`,
    setHigh: `s${SCALAR.set + 1}`,
    set: formatRange(SCALAR.set, 2),
    scratch: `s${SCALAR.scratch}`,
    otherScratch: `s${SCALAR.scratch + 1}`,
    first: formatRange(0, 4),
    second: formatRange(SCALAR.second, 4),
    secondAddress: formatRange(SCALAR.second, 2),
    secondAddressHigh: `s${SCALAR.second + 1}`,
    table: formatRange(SCALAR.table, 4),
    tableAddress: formatRange(SCALAR.table, 2),
    tally: formatRange(SCALAR.tally, 4),
    tallyAddress: formatRange(SCALAR.tally, 2),
    selectedBuffer: formatRange(SCALAR.selectedBuffer, 4),
    image: formatRange(SCALAR.image, 8),
    texture: formatRange(SCALAR.texture, 8),
    trips: `s${SCALAR.trips}`,
    layers: `s${SCALAR.layers}`,
    layerStart: `s${SCALAR.layerStart}`,
    outstandingLoad: `s${SCALAR.outstandingLoad}`,
  };
}

const NAMES: Readonly<Record<WaveSize, ScalarNames>> = { 32: createNames(32), 64: createNames(64) };

/** Returns the scalar registers for a wave size. */
export function getScalarNames(wave: WaveSize): ScalarNames {
  return NAMES[wave];
}

/** Returns the operand for `count` vector registers starting at `first`. */
export function vectors(first: number, count: number): string {
  return count === 1 ? `v${first}` : `v[${first}:${first + count - 1}]`;
}
