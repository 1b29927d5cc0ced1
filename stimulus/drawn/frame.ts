import type { InstructionSet } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import { type Dialect, scalars, vectors } from '../dialect/index.js';
import { pick } from '../kit/chance.js';
import type { Value } from './values.js';

/** The first of the VGPRs that hold each value. v0 to v10 belong to the code around the body, except for `SUM`. */
export const VECTOR = {
  /** Everything that the body reads, mixed into one word. */
  SUM: 1,
  /** The byte offset of the lane's bytes in the buffer. */
  OFFSET: 11,
  /** The address of the lane's bytes in the buffer. */
  ADDRESS: 12,
  /** The byte offset of the lane's bytes in LDS. */
  LOCAL: 14,
  /** The byte offset of the lane's bytes in GDS. */
  GLOBAL: 15,
  DATA: 16,
  SECOND: 20,
  RESULT: 24,
  /** The dwords that are read back. */
  READ: 28,
  SCRATCH: 34,
  /** The first of the registers that no access needs for its address. */
  CHAIN: 36,
  /** The first of the registers for bursts of loads. */
  BURST: 16,
  /** The first of the registers of an image's coordinates. */
  COORDINATES: 88,
} as const;

/** The number of VGPRs that a body needs; two such waves fit on any SIMD. */
export const VECTORS = 104;

/** The first of the SGPRs that hold each value. s0 to s11 belong to the code around the body, except for `BUFFER`. */
export const SCALAR = {
  BUFFER: 0,
  SAVED: 12,
  BASE: 14,
  DATA: 16,
  SCRATCH: 32,
  INPUT: 36,
  TYPED: 40,
  INPUT_BASE: 44,
  BURST: 48,
  IMAGE: 64,
  SAMPLER: 72,
} as const;

/** The number of SGPRs that a body needs. */
export const SCALARS = 88;

/**
 * The bytes that belong to each lane in the buffer, where a cache line ends in their middle, in LDS, scratch memory and
 * GDS; and the bytes of read-only memory.
 */
export const BYTES = { LANE: 128, LOCAL: 32, SCRATCH: 32, GLOBAL: 8, INPUT: 1024 } as const;

/** What the program around a body provides. */
export interface Frame {
  readonly dialect: Dialect;
  readonly set: InstructionSet;
  /** The buffer's address and size, for descriptors with a format. */
  readonly buffer: { readonly address: number; readonly bytes: number };
  /** Whether other waves never access the lane's bytes, so that loads need no coherence bits. */
  readonly isPrivate: boolean;
  readonly hasScratch: boolean;
  /** Whether the program has a GDS partition, which M0 describes. */
  readonly hasGlobalShare: boolean;
  /** The address of read-only memory, which is also in the `INPUT` descriptor and at `INPUT_BASE`. */
  readonly input?: number;
  /** The byte offset of the wave's own part of LDS, which loads can fill. */
  readonly localOffset?: number;
  /** The register with the primitive mask, if LDS holds parameters. */
  readonly primitiveMask?: number;
  /** Code of a barrier, if the wave belongs to a work-group. */
  readonly barrier?: string;
}

/** Emits the instructions of a program between the code that sets the frame's registers and the code that uses the sum. */
export type Body = (stream: RandomStream, frame: Frame) => string;

/** Emits code that mixes registers into the sum. */
export function emitMix({ add }: Dialect, registers: readonly string[]): string {
  const sum = vectors(VECTOR.SUM);
  return registers
    .map((register) => `\n  v_mul_lo_u32 ${sum}, ${sum}, 31\n  ${add} ${sum}, ${register}, ${sum}`)
    .join('');
}

/** Lists the names of `count` VGPRs. */
export function listVectors(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) => vectors(first + i));
}

/** Emits code that sets VGPRs to a value. */
export function emitValue(first: number, { words, isMixed }: Value): string {
  return words
    .map((word, i) => {
      const literal = `0x${word.toString(16)}`;
      return isMixed
        ? `\n  v_xor_b32_e32 v${first + i}, ${literal}, ${vectors(VECTOR.SUM)}`
        : `\n  v_mov_b32_e32 v${first + i}, ${literal}`;
    })
    .join('');
}

/** Which lanes run an instruction. */
const PREDICATES = ['all', 'all', 'first', 'last', 'none', 'even', 'upper'] as const;

/** Emits code that runs `text` in all lanes of the wave, one, some, or none. */
export function emitInSomeLanes(stream: RandomStream, { dialect }: Frame, text: string): string {
  const { mask, exec, wave } = dialect;
  const predicate = pick(stream, PREDICATES);
  if (predicate === 'all') return text;
  const saved = scalars(SCALAR.SAVED, wave / 32);
  const index = scalars(SCALAR.SCRATCH);
  const change = {
    first: `\n  s_ff1_i32_${mask} ${index}, ${exec}\n  s_lshl_${mask} ${exec}, 1, ${index}`,
    last: `
  s_flbit_i32_${mask} ${index}, ${exec}
  s_sub_u32 ${index}, ${wave - 1}, ${index}
  s_lshl_${mask} ${exec}, 1, ${index}`,
    none: `\n  s_mov_${mask} ${exec}, 0`,
    even: emitMaskHalves(dialect, '0x55555555'),
    upper: emitMaskHalves(dialect, '0xffff0000'),
  }[predicate];
  return `\n  s_mov_${mask} ${saved}, ${exec}${change}${text}\n  s_mov_${mask} ${exec}, ${saved}`;
}

/** Emits code that keeps the same lanes of each 32. */
function emitMaskHalves({ wave }: Frame['dialect'], lanes: string): string {
  const upper = wave === 64 ? `\n  s_and_b32 exec_hi, exec_hi, ${lanes}` : '';
  return `\n  s_and_b32 exec_lo, exec_lo, ${lanes}${upper}`;
}
