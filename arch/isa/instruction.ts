import type { Gfx, WaveSize } from '../chips.js';
import type { CounterLimits, CounterName } from '../counters.js';
import type { InstructionSet } from '../instruction-set.js';
import type { WaveState } from '../wave-state.js';
import type { TexelView } from './texels/texel-view.js';
import type { Wait } from './waits.js';

/** How the SQ treats an instruction; `alu` instructions only change their wave's registers. */
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

/** Caches that a wave can invalidate: vector L0, GL1, scalar and instruction cache. */
export type CacheName = 'l0' | 'gl1' | 'scalar' | 'instruction';

/** Registers that an instruction reads or writes: scalar operand-space indices and vector register numbers. */
export interface RegisterUse {
  readonly scalars: readonly number[];
  readonly vectors: readonly number[];
}

/** How many registers a wave owns; they are numbered from 0 (P-029). */
export interface AllocatedRegisters {
  readonly vectors: number;
  /** All addressable registers if every wave has the same number (GFX10 and later). */
  readonly scalars: number;
}

/** One decoded instruction. `execute` is its pure effect on registers; the other fields describe what leaves the wave. */
export interface Instruction {
  /** Byte offset from the start of the program. */
  readonly pc: number;
  readonly index: number;
  readonly words: readonly number[];
  readonly mnemonic: string;
  readonly kind: InstructionKind;
  /** Registers read and written, exactly, including EXEC, VCC, SCC and M0 where relevant. */
  readonly uses: RegisterUse;
  readonly defines: RegisterUse;
  /** Whether a source operand is `src_pops_exiting_wave_id` (239): volatile, refreshed before each read (S-042, S-044). */
  readonly readsExitingId: boolean;
  /**
   * `alu`, `setreg`, `parameter-load`: applies the whole effect to the registers. `branch`: returns 1 when taken, else 0.
   * `setpc`: returns the 48-bit byte address (`setpcTarget`). Calls also write the return address to registers. Other kinds: must
   * not be called.
   */
  readonly execute: (wave: WaveState) => number;
  /**
   * M0-relative instructions: `execute` for a wave with this allocation. Their uses and defines cover all registers
   * they may touch.
   */
  readonly within?: (registers: AllocatedRegisters) => (wave: WaveState) => number;
  /** The uses and defines touched regardless of M0. */
  readonly unconditionally?: { readonly uses: RegisterUse; readonly defines: RegisterUse };
  /** `branch`: index of the target instruction; -1 for other kinds. */
  readonly target: number;
  /** `waitcnt`: maximum counts at which the wave may proceed; absent counters are not waited for. */
  readonly wait?: Wait;
  /** `wait` as a limit per counter, in order: waits are frequent, and V8 is slow at look-ups by a varying name. */
  readonly limits?: CounterLimits;
  /** `wait-event`, `sleep`, `message`, `nop`: the 16-bit immediate as encoded. */
  readonly immediate: number;
  /** `setreg`: hardware register number, lowest bit and width. */
  readonly hwreg?: { readonly id: number; readonly offset: number; readonly size: number };
  /** `invalidate`: caches that the instruction invalidates. */
  readonly invalidates?: readonly CacheName[];
  readonly memory?: MemoryOperation;
  readonly export?: ExportOperation;
  /** `parameter-load`: the attribute and component it reads; absent for a direct load from LDS. */
  readonly parameter?: { readonly attribute: number; readonly component: number };
  /** `illegal`: the reason, as printed after the pc ("unsupported: v_foo", "reserved encoding 0x…", "truncated"). */
  readonly reason?: string;
  /** `end`: true for the combined exit `s_endpgm_ordered_ps_done` (S-090). */
  readonly sendsOrderedDone?: boolean;
}

/**
 * Target of a memory operation. `gds` is the global data share, reached through the export bus, which takes addresses and data
 * when it grants the access; until then the access also counts in `exp` (P-084; LLVM's GDS_GPR_LOCK).
 */
export type MemorySpace = 'scalar' | 'buffer' | 'image' | 'global' | 'flat' | 'scratch' | 'lds' | 'gds';

/** A request of one wave, filled in by a `MemoryOperation`; pooled by its user, so uses allocate nothing. */
export interface MemoryRequest {
  /** Active lanes; a scalar request has lane 0 only. */
  lanesLo: number;
  lanesHi: number;
  /**
   * 48-bit byte address of each lane (the sign-extended upper half 0xffff8000 becomes 0x8000), exact in a double; -1
   * if the hardware's range check drops the access (loads then return zero).
   */
  readonly addresses: Float64Array;
  /**
   * Data, dword-major: dword d of lane l is `data[d * 64 + l]`. Stores: filled by `prepare`. Loads: filled by the
   * memory. `cmpswap`: the new value first, then the comparison value.
   */
  readonly data: Int32Array;
  /** Texels: descriptor contents when `prepare` ran; kept for `deliver`, opaque to the memory. */
  texels?: TexelView;
  /** Buffer accesses of several dwords: each dword of a lane has its own address; set by `prepare`. */
  dwordsApart?: boolean;
  /** Scalar loads: number of leading dwords in range; set by `prepare`. */
  dwordsInside?: number;
}

/** What a memory instruction does, split at the wave-memory boundary. */
export interface MemoryOperation {
  readonly space: MemorySpace;
  readonly access: 'load' | 'store' | 'atomic';
  /** Atomics: the operation on 32- or 64-bit values, by plain name (`add`, `umax`, `swap`, `cmpswap`, …). */
  readonly atomic?: string;
  /** Atomics: whether the old value returns to registers. */
  readonly returns: boolean;
  /** Bytes that each lane accesses at its address (1, 2, 4, 8, 12, 16, …; scalar loads up to 64). */
  readonly bytes: number;
  /** Dwords of `MemoryRequest.data` used per lane. */
  readonly dwords: number;
  /** The counter incremented at issue (GFX9 counts stores in `vm`, pops.md 4). */
  readonly counter: CounterName;
  readonly glc: boolean;
  readonly dlc: boolean;
  readonly slc: boolean;
  /** Scope of the access, an index into `SCOPES`; absent on generations with cache bits. */
  readonly scope?: number;
  /** Writes dirty bytes in caches back to GL2, up to the scope; accesses no lane's memory. */
  readonly writesBack?: true;
  /** Local data share: lanes exchange data without touching memory, so `prepare` already has all data. */
  readonly betweenLanes?: true;
  /** Texels or dwords per lane, each with its own address in `addresses`, 64 apart; absent if one. */
  readonly texelsPerLane?: number;
  /** If a descriptor decides the width or range: the operation as a prepared request performs it. */
  readonly performedAs?: (request: MemoryRequest) => MemoryOperation;
  /** Fills in lanes, addresses and, for stores and atomics, data from the current registers. */
  readonly prepare: (wave: WaveState, request: MemoryRequest) => void;
  /** Loads and returning atomics: writes the request's data to the destination registers. */
  readonly deliver: (wave: WaveState, request: MemoryRequest) => void;
}

/** An export instruction's fields (corpus README, "Exports"). */
export interface ExportOperation {
  /** 0–7 MRT0–7, 8 MRTZ, 9 NULL, 12–16 POS0–4, 20 PRIM, 21–22 dual source, 32–63 PARAM0–31. */
  readonly target: number;
  /** Enabled channels; bit 0 is the first. */
  readonly enabled: number;
  readonly compressed: boolean;
  readonly done: boolean;
  readonly validMask: boolean;
  /** Vector registers of the four channels. */
  readonly sources: readonly [number, number, number, number];
}

/**
 * A separately compiled second part that the main part jumps to: its 32-bit `words` and load address (corpus.md, `epilog`).
 */
export interface EpilogCode {
  readonly words: readonly number[];
  /** First byte, 48 bits. */
  readonly address: number;
}

/** Location of a decoded program's epilog: its first byte in memory, its pc, and its first instruction. */
export interface EpilogPlace {
  readonly address: number;
  readonly pc: number;
  readonly index: number;
}

/** A program, decoded once and run many times. */
export interface DecodedProgram {
  readonly gfx: Gfx;
  /** The instruction set it was decoded for. */
  readonly set: InstructionSet;
  readonly wave: WaveSize;
  /** The main part; with an epilog, followed by a guard of kind `illegal` and the epilog. */
  readonly instructions: readonly Instruction[];
  readonly epilog?: EpilogPlace;
  /** Instruction index by `pc >> 2`; -1 if no instruction starts there. */
  readonly indexOfPc: Int32Array;
  /** The program's constants, to be copied to `WaveState.s` from `SCALAR.CONSTANTS` up. */
  readonly constants: Int32Array;
  /** Highest vector register named + 1, at least 1. */
  readonly vgprs: number;
}
