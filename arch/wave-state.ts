import type { WaveSize } from './chips.js';
import { SEPARATE_MEMORY, type WordSource } from './run-memory.js';

/**
 * Indices into a wave's scalar operand space. Registers have the same numbers as in machine code, except that the
 * decoder maps those that differ between generations (M0 and NULL) to these. Program constants start at `CONSTANTS`, so
 * every scalar source is one array element.
 */
export const SCALAR = {
  FLAT_SCRATCH_LO: 102,
  VCC_LO: 106,
  VCC_HI: 107,
  SCC: 120,
  /** The last value read from `src_pops_exiting_wave_id`. The caller refreshes it before each read (S-044). */
  EXITING_WAVE_ID: 122,
  M0: 124,
  /** Reads as zero. Writes are ignored. */
  NULL: 125,
  EXEC_LO: 126,
  EXEC_HI: 127,
  CONSTANTS: 128,
} as const;

/** The register numbers of `s_setreg` and `s_getreg` (pops.md 3). On GFX10 and later, they include the scratch base. */
export const HWREG = { MODE: 1, FLAT_SCRATCH_LO: 20, FLAT_SCRATCH_HI: 21, POPS_PACKER: 25 } as const;

/**
 * The architectural state of one wave, without timing. It is made of typed arrays, so it can be cloned, compared and
 * sent to a worker. The SQ model and the sequential reference have separate waves.
 */
export interface WaveState {
  readonly lanes: WaveSize;
  /**
   * The scalar operand space (see `SCALAR`). Its length is at least `SCALAR.CONSTANTS` plus the program's constants.
   */
  readonly s: Int32Array;
  /** The vector registers in register-major order: register r of lane l is `v[r * lanes + l]`. */
  readonly v: Int32Array;
  /** The same registers as `v`, viewed as floats. */
  readonly vf: Float32Array;
  /** The hardware registers, by number (`HWREG`). */
  readonly hw: Int32Array;
  /** The wave's parameter memory in dwords. `getParameterIndex` defines its layout. */
  lds: Int32Array;
  /** Index of the next instruction in the decoded program. */
  next: number;
}

const HARDWARE_REGISTERS = 32;

const NO_PARAMETERS = new Int32Array(0);

/**
 * Creates a wave with `vgprs` vector registers and an operand space of `scalars` dwords (at least 256), all zero. The
 * registers share one array, because thousands of waves are created per second.
 */
export function makeWaveState(
  lanes: WaveSize,
  vgprs: number,
  scalars: number,
  memory: WordSource = SEPARATE_MEMORY,
): WaveState {
  const vectorWords = vgprs * lanes;
  const hardwareOffset = vectorWords + Math.max(scalars, 256);
  const words = memory.take(hardwareOffset + HARDWARE_REGISTERS);
  return {
    lanes,
    s: words.subarray(vectorWords, hardwareOffset),
    v: words.subarray(0, vectorWords),
    vf: new Float32Array(words.buffer, words.byteOffset, vectorWords),
    hw: words.subarray(hardwareOffset),
    lds: NO_PARAMETERS,
    next: 0,
  };
}

/** Number of dwords of parameter memory per attribute and primitive: P0, P10 and P20 with four components each. */
export const PARAMETER_DWORDS = 12;

/**
 * Returns the dword index of a parameter in `WaveState.lds`. `m0` is what the hardware loads into the prim-mask SGPR:
 * bits [15:0] are the byte base, and bit 16 + i is set if quad i + 1 starts a new primitive (pops.md 5.3). `selector`
 * is 0 for P0, 1 for P1-P0 (P10) and 2 for P2-P0 (P20).
 */
export function getParameterIndex(
  m0: number,
  quad: number,
  attribute: number,
  selector: number,
  component: number,
): number {
  const startMask = (m0 >>> 16) & 0x7fff;
  const primitives = 1 + popcount(startMask);
  const primitive = popcount(startMask & ((1 << quad) - 1));
  return (
    ((m0 & 0xffff) >>> 2) + (attribute * primitives + primitive) * PARAMETER_DWORDS + selector * 4 + component
  );
}

/** Returns the number of set bits in a 32-bit word. */
export function popcount(word: number): number {
  let w = word - ((word >>> 1) & 0x55555555);
  w = (w & 0x33333333) + ((w >>> 2) & 0x33333333);
  return (((w + (w >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** Calls `visit` for each active lane, in ascending order. */
export function forEachActiveLane({ s, lanes }: WaveState, visit: (lane: number) => void): void {
  for (let rest = s[SCALAR.EXEC_LO]; rest !== 0; rest &= rest - 1) visit(31 - Math.clz32(rest & -rest));
  if (lanes === 32) return;
  for (let rest = s[SCALAR.EXEC_HI]; rest !== 0; rest &= rest - 1) visit(63 - Math.clz32(rest & -rest));
}

/** Returns whether a lane is active in EXEC. Lanes beyond the wave's size are not. */
export function isLaneActive({ s, lanes }: WaveState, lane: number): boolean {
  return lane < lanes && ((s[SCALAR.EXEC_LO + (lane >>> 5)] >>> (lane & 31)) & 1) !== 0;
}
