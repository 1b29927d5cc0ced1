import type { WaveSize } from './chips.js';
import { OWN_MEMORY, type WordSource } from './run-memory.js';

/**
 * Indices into a wave's scalar operand space. Registers keep their machine code numbers; the decoder maps those that differ
 * between generations (M0 and NULL) to these. Program constants follow from `CONSTANTS` up, so every scalar source is one array
 * element.
 */
export const SCALAR = {
  FLAT_SCRATCH_LO: 102,
  VCC_LO: 106,
  VCC_HI: 107,
  SCC: 120,
  /** Last value read from `src_pops_exiting_wave_id`; the caller that runs the wave refreshes it before each read (S-044). */
  EXITING_WAVE_ID: 122,
  M0: 124,
  /** Reads as zero; writes are ignored. */
  NULL: 125,
  EXEC_LO: 126,
  EXEC_HI: 127,
  CONSTANTS: 128,
} as const;

/** Hardware register numbers of `s_setreg` and `s_getreg` (pops.md 3). Since GFX10 they include the base of private memory. */
export const HWREG = { MODE: 1, FLAT_SCRATCH_LO: 20, FLAT_SCRATCH_HI: 21, POPS_PACKER: 25 } as const;

/**
 * Architectural state of one wave, without time. It consists of typed arrays, so it can be cloned, compared and
 * sent to a worker. The SQ model and the sequential reference each own their waves.
 */
export interface WaveState {
  readonly lanes: WaveSize;
  /** Scalar operand space, see `SCALAR`; length at least `SCALAR.CONSTANTS` plus the program's constants. */
  readonly s: Int32Array;
  /** Vector registers, register-major: register r of lane l is `v[r * lanes + l]`. */
  readonly v: Int32Array;
  /** The registers of `v` as floats. */
  readonly vf: Float32Array;
  /** Hardware registers by number (`HWREG`). */
  readonly hw: Int32Array;
  /** Parameter memory of the wave in dwords; layout in `parameterIndex`. */
  lds: Int32Array;
  /** Index of the next instruction in the decoded program. */
  next: number;
}

const HARDWARE_REGISTERS = 32;

const NO_PARAMETERS = new Int32Array(0);

/**
 * A wave with all registers zero, with `vgprs` vector registers and an operand space of `scalars` dwords, at least 256. All
 * registers share one piece of memory, since thousands of waves are created per second.
 */
export function makeWaveState(
  lanes: WaveSize,
  vgprs: number,
  scalars: number,
  memory: WordSource = OWN_MEMORY,
): WaveState {
  const vectorWords = vgprs * lanes;
  const hardwareAt = vectorWords + Math.max(scalars, 256);
  const words = memory.take(hardwareAt + HARDWARE_REGISTERS);
  return {
    lanes,
    s: words.subarray(vectorWords, hardwareAt),
    v: words.subarray(0, vectorWords),
    vf: new Float32Array(words.buffer, words.byteOffset, vectorWords),
    hw: words.subarray(hardwareAt),
    lds: NO_PARAMETERS,
    next: 0,
  };
}

/** Dwords of parameter memory per attribute and primitive: P0, P10 and P20 with four components. */
export const PARAMETER_DWORDS = 12;

/**
 * Dword index of a parameter in `WaveState.lds`, from M0 as the hardware loads it into the prim-mask SGPR:
 * [15:0] byte base, [30:16] bit i set if quad i+1 starts a new primitive (pops.md 5.3). `selector` is 0 for
 * P0, 1 for P1-P0 (P10), 2 for P2-P0 (P20).
 */
export function parameterIndex(
  m0: number,
  quad: number,
  attribute: number,
  selector: number,
  component: number,
): number {
  const starts = (m0 >>> 16) & 0x7fff;
  const primitives = 1 + popcount(starts);
  const primitive = popcount(starts & ((1 << quad) - 1));
  return (
    ((m0 & 0xffff) >>> 2) + (attribute * primitives + primitive) * PARAMETER_DWORDS + selector * 4 + component
  );
}

/** Number of set bits of a 32-bit word. */
export function popcount(word: number): number {
  let w = word - ((word >>> 1) & 0x55555555);
  w = (w & 0x33333333) + ((w >>> 2) & 0x33333333);
  return (((w + (w >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
