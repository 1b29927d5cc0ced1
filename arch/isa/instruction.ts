import type { Gfx, WaveSize } from '../chips.js';
import type { CounterLimits, CounterName } from '../counters.js';
import type { InstructionSet } from '../instruction-set.js';
import type { WaveState } from '../wave-state.js';
import type { TexelView } from './texels/format.js';
import type { Wait } from './waits.js';

/**
 * Thrown by `MemoryOperation.prepare` if a descriptor requires something that is not modelled (an image format, a
 * tiling, a sampler mode), and by `Instruction.execute` if MODE or M0 does. Any result would be wrong, so none is
 * returned.
 */
export class UnsupportedOperation extends Error {
  constructor(feature: string) {
    super(`unsupported: ${feature}`);
  }
}

/** How the SQ treats an instruction. `alu` instructions only change their wave's registers. */
export type InstructionKind =
  | 'alu'
  | 'nop'
  | 'branch'
  | 'setpc'
  | 'end'
  | 'waitcnt'
  | 'wait-event'
  | 'sleep'
  | 'message'
  | 'setreg'
  | 'memory'
  | 'parameter-load'
  | 'export'
  | 'barrier'
  | 'invalidate'
  | 'illegal';

/** The caches that a wave can invalidate: the vector L0, the GL1, the scalar cache and the instruction cache. */
export type CacheName = 'l0' | 'gl1' | 'scalar' | 'instruction';

/** The registers that an instruction reads or writes, as scalar operand-space indices and vector register numbers. */
export interface RegisterUse {
  readonly scalars: readonly number[];
  readonly vectors: readonly number[];
}

/** Numbers of registers allocated to a wave. Both kinds are numbered from 0 (P-029). */
export interface AllocatedRegisters {
  readonly vectors: number;
  /** Number of addressable registers. On GFX10 and later, this is the same for every wave. */
  readonly scalars: number;
}

/**
 * A decoded instruction. `execute` only applies its effect on registers; the other fields describe its external
 * effects.
 */
export interface Instruction {
  /** Byte offset from the start of the program. */
  readonly pc: number;
  readonly index: number;
  readonly words: readonly number[];
  readonly mnemonic: string;
  readonly kind: InstructionKind;
  /** The exact registers read by the instruction, including EXEC, VCC, SCC and M0 where relevant. */
  readonly uses: RegisterUse;
  /** The exact registers written by the instruction. */
  readonly defines: RegisterUse;
  /**
   * Whether a source operand is `src_pops_exiting_wave_id` (239), which is refreshed before each read (S-042, S-044).
   */
  readonly readsExitingId: boolean;
  /**
   * For `alu`, `setreg` and `parameter-load`, applies the whole effect to the registers. For `branch`, returns 1 if the
   * branch is taken, otherwise 0. For `setpc`, returns the 48-bit byte address (`getSetpcTarget`). Calls also write the
   * return address to registers. Must not be called for other kinds.
   */
  readonly execute: (wave: WaveState) => number;
  /**
   * For M0-relative instructions, returns `execute` for a wave with the given allocation. Their `uses` and `defines`
   * cover all registers that they may access.
   */
  readonly limitTo?: ((registers: AllocatedRegisters) => (wave: WaveState) => number) | undefined;
  /** The registers that an M0-relative instruction reads and writes regardless of M0. */
  readonly unconditionalUse?: { readonly uses: RegisterUse; readonly defines: RegisterUse } | undefined;
  /** Index of a `branch`'s target instruction; -1 for other kinds. */
  readonly target: number;
  /** For `waitcnt`, the maximum counts at which the wave may proceed. Absent counters are not waited for. */
  readonly wait?: Wait | undefined;
  /** `wait` as an ordered list of limits. Waits are frequent, and V8 is slow at dynamic property lookups. */
  readonly limits?: CounterLimits | undefined;
  /** For `wait-event`, `sleep`, `message` and `nop`, the 16-bit immediate as encoded. */
  readonly immediate: number;
  /** For `setreg`, the hardware register number, the lowest bit and the width. */
  readonly hwreg?: { readonly id: number; readonly offset: number; readonly size: number } | undefined;
  /** For `invalidate`, the caches that are invalidated. */
  readonly invalidates?: readonly CacheName[] | undefined;
  readonly memory?: MemoryOperation | undefined;
  readonly export?: ExportOperation | undefined;
  /** For `parameter-load`, the attribute and component to read; absent for a direct load from LDS. */
  readonly parameter?: { readonly attribute: number; readonly component: number } | undefined;
  /** For `illegal`, the reason as printed after the pc ("unsupported: v_foo", "reserved encoding 0x…", "truncated"). */
  readonly reason?: string | undefined;
  /** For `end`, true for the combined exit `s_endpgm_ordered_ps_done` (S-090). */
  readonly sendsOrderedDone?: boolean | undefined;
}

/**
 * The target of a memory operation. `gds` is reached through the export bus. The bus takes addresses and data when it
 * grants the access; until then, the access also counts in `exp` (P-084; LLVM's GDS_GPR_LOCK).
 */
export type MemorySpace = 'scalar' | 'buffer' | 'image' | 'global' | 'flat' | 'scratch' | 'lds' | 'gds';

/** A memory request from one wave, filled in by a `MemoryOperation`. Callers pool requests to avoid allocation. */
export interface MemoryRequest {
  /** Mask of active lanes, low half. A scalar request only has lane 0. */
  lanesLo: number;
  lanesHi: number;
  /**
   * Each lane's byte address, truncated to 48 bits so that a double holds it exactly (the sign-extended upper half
   * 0xffff8000 becomes 0x8000). It is -1 if the hardware's range check drops the access, in which case loads return
   * zero.
   */
  readonly addresses: Float64Array;
  /**
   * The data in dword-major order: dword d of lane l is `data[d * 64 + l]`. `prepare` fills it in for stores, and the
   * memory does so for loads. `cmpswap` has the new value first, then the comparison value.
   */
  readonly data: Int32Array;
  /** For texels, the contents of the descriptor when `prepare` ran. Used by `deliver` and opaque to the memory. */
  texels?: TexelView;
  /** Set by `prepare` for multi-dword buffer accesses: whether each dword of a lane has its own address. */
  hasDwordAddresses?: boolean;
  /** Set by `prepare` for scalar loads: the number of leading in-range dwords. */
  dwordsInRange?: number;
}

/** A memory instruction's behaviour, split at the wave-memory boundary. */
export interface MemoryOperation {
  readonly space: MemorySpace;
  readonly access: 'load' | 'store' | 'atomic';
  /** For atomics, the name of the operation on 32-bit or 64-bit values (`add`, `umax`, `swap`, `cmpswap`, …). */
  readonly atomic?: string | undefined;
  /** For atomics, whether the old value is returned to registers. */
  readonly returns: boolean;
  /** Number of bytes that each lane accesses at its address (1, 2, 4, 8, 12, 16, …; up to 64 for scalar loads). */
  readonly bytes: number;
  /** Number of dwords of `MemoryRequest.data` used per lane. */
  readonly dwords: number;
  /** The counter incremented at issue (GFX9 counts stores in `vm`, pops.md 4). */
  readonly counter: CounterName;
  readonly glc: boolean;
  readonly dlc: boolean;
  readonly slc: boolean;
  /** Scope of the access, as an index into `SCOPES`; absent on generations with cache bits. */
  readonly scope?: number | undefined;
  /** Whether this only writes dirty bytes back to GL2, as required by its scope. No lane accesses memory. */
  readonly writesBack?: true | undefined;
  /**
   * Whether lanes exchange data through LDS hardware without touching memory, so `prepare` supplies all of the data.
   */
  readonly isLaneExchange?: true | undefined;
  /**
   * Number of texels or dwords per lane. Their addresses are 64 entries apart in `addresses`. Absent if there is only
   * one.
   */
  readonly texelsPerLane?: number | undefined;
  /** If a descriptor determines the width or range, returns the operation actually performed for a prepared request. */
  readonly resolve?: ((request: MemoryRequest) => MemoryOperation) | undefined;
  /** Fills in lanes, addresses and, for stores and atomics, data from the current registers. */
  readonly prepare: (wave: WaveState, request: MemoryRequest) => void;
  /** For loads and returning atomics, writes the request's data to the destination registers. */
  readonly deliver: (wave: WaveState, request: MemoryRequest) => void;
}

/** The fields of an export instruction (corpus README, "Exports"). */
export interface ExportOperation {
  /** 0–7 MRT0–7, 8 MRTZ, 9 NULL, 12–16 POS0–4, 20 PRIM, 21–22 dual source, 32–63 PARAM0–31. */
  readonly target: number;
  /** Mask of enabled channels; bit 0 is the first. */
  readonly enabled: number;
  readonly compressed: boolean;
  readonly done: boolean;
  readonly validMask: boolean;
  /** The vector register of each of the four channels. */
  readonly sources: readonly [number, number, number, number];
}

/** A separately compiled second part of a program, to which the main part jumps (corpus.md, `epilog`). */
export interface EpilogCode {
  /** The part's 32-bit words. */
  readonly words: readonly number[];
  /** The 48-bit address of its first byte. */
  readonly address: number;
}

/** Location of a decoded program's epilog: its memory address, its pc, and the index of its first instruction. */
export interface EpilogLocation {
  readonly address: number;
  readonly pc: number;
  readonly index: number;
}

/** A program, decoded once and run many times. */
export interface DecodedProgram {
  readonly gfx: Gfx;
  /** The instruction set that it was decoded for. */
  readonly set: InstructionSet;
  readonly wave: WaveSize;
  /** The main part. If there is an epilog, a guard of kind `illegal` and the epilog follow. */
  readonly instructions: readonly Instruction[];
  readonly epilog?: EpilogLocation;
  /** The instruction index for each `pc >> 2`, or -1 if no instruction starts there. */
  readonly indexByPc: Int32Array;
  /** The program's constants, to be copied to `WaveState.s` starting at `SCALAR.CONSTANTS`. */
  readonly constants: Int32Array;
  /** Number of vector registers up to the highest one used; at least 1. */
  readonly vgprs: number;
}
