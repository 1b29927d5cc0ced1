import type { Gfx, WaveSize } from '../chips.js';
import type { CounterLimits, CounterName } from '../counters.js';
import type { InstructionSet } from '../instruction-set.js';
import type { WaveState } from '../wave-state.js';
import type { TexelView } from './texels/texel-view.js';
import type { Wait } from './waits.js';

/** How the SQ has to treat an instruction; everything that is not `alu` is visible outside the wave. */
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

/** Caches that a wave can empty: vector L0, GL1, the scalar and the instruction cache. */
export type CacheName = 'l0' | 'gl1' | 'scalar' | 'instruction';

/** Registers that an instruction reads or writes: scalar operand-space indices and vector register numbers. */
export interface RegisterUse {
  readonly scalars: readonly number[];
  readonly vectors: readonly number[];
}

/** Registers that a wave owns, numbered from 0 (P-029). */
export interface AllocatedRegisters {
  readonly vectors: number;
  /** All registers that instructions can name, where every wave has the same number (GFX10 and later). */
  readonly scalars: number;
}

/** One decoded instruction. `execute` is its pure meaning on registers; the other fields say what leaves the wave. */
export interface Instruction {
  /** Byte offset from the start of the program. */
  readonly pc: number;
  readonly index: number;
  readonly words: readonly number[];
  readonly mnemonic: string;
  readonly kind: InstructionKind;
  /** Registers read and written, exactly, EXEC, VCC, SCC and M0 included where they matter. */
  readonly uses: RegisterUse;
  readonly defines: RegisterUse;
  /** True when a source operand is `src_pops_exiting_wave_id` (239): volatile, refreshed before each read (S-042, S-044). */
  readonly readsExitingId: boolean;
  /**
   * `alu`, `setreg`: applies the whole effect to the registers. `branch`: returns 1 when taken, else 0; calls also keep
   * the address after them.
   * `setpc`: returns the 48-bit byte address (`setpcTarget`). Other kinds: must not be called.
   */
  readonly execute: (wave: WaveState) => number;
  /**
   * Instructions with registers relative to M0: `execute` for a wave with this allocation. Their uses and defines are
   * all registers that they may touch.
   */
  readonly within?: (registers: AllocatedRegisters) => (wave: WaveState) => number;
  /** Those of their uses and defines that they touch whatever M0 holds. */
  readonly surely?: { readonly uses: RegisterUse; readonly defines: RegisterUse };
  /** `branch`: index of the target instruction, or -1 outside the program. */
  readonly target: number;
  /** `waitcnt`: highest counts that let the wave go on; absent counters are not waited for. */
  readonly wait?: Wait;
  /** The same for every counter in order; a look-up by a name that varies is slow in the engine, and waits are many. */
  readonly limits?: CounterLimits;
  /** `wait-event`, `sleep`, `message`, `nop`: the 16-bit immediate as the words carry it. */
  readonly immediate: number;
  /** `setreg`: hardware register number, lowest bit and width. */
  readonly hwreg?: { readonly id: number; readonly offset: number; readonly size: number };
  /** `invalidate`: caches that the instruction empties. */
  readonly invalidates?: readonly CacheName[];
  readonly memory?: MemoryOperation;
  readonly export?: ExportOperation;
  /** `parameter-load`: which component of which attribute it reads. */
  readonly parameter?: { readonly attribute: number; readonly component: number };
  /** `illegal`: why, as it would be printed after the pc ("unsupported: v_foo", "reserved encoding 0x…", "truncated"). */
  readonly reason?: string;
  /** `end`: true for the combined exit `s_endpgm_ordered_ps_done` (S-090). */
  readonly sendsOrderedDone?: boolean;
}

/**
 * Where a memory operation goes. `gds`: the global data share, by the export bus, which takes addresses and data when it is
 * granted; until then the access counts in `exp` as well (P-084; LLVM's GDS_GPR_LOCK).
 */
export type MemorySpace = 'scalar' | 'buffer' | 'image' | 'global' | 'flat' | 'scratch' | 'lds' | 'gds';

/** A request of one wave, filled by a `MemoryOperation`; pooled by its user, so nothing in it is allocated per use. */
export interface MemoryRequest {
  /** Lanes that take part; a scalar request has lane 0 only. */
  lanesLo: number;
  lanesHi: number;
  /**
   * Byte address of each lane in 48 bits (the sign-extended upper half 0xffff8000 becomes 0x8000), exact in a double;
   * -1 where the hardware's own range check drops the access (a load then gives zero).
   */
  readonly addresses: Float64Array;
  /**
   * Data, dword-major: dword d of lane l is `data[d * 64 + l]`. Stores: filled by `prepare`. Loads: filled by the
   * memory. `cmpswap`: the new value first, then the value to compare with.
   */
  readonly data: Int32Array;
  /** Texels: what descriptors said of them when `prepare` ran; kept for `deliver`, opaque to the memory. */
  texels?: TexelView;
  /** Buffer accesses of several dwords: each dword of a lane has an address of its own; set by `prepare`. */
  dwordsApart?: boolean;
  /** Scalar loads: dwords from the first on that are in range; set by `prepare`. */
  dwordsInside?: number;
}

/** What a memory instruction does, split at the border between the wave and the memory. */
export interface MemoryOperation {
  readonly space: MemorySpace;
  readonly access: 'load' | 'store' | 'atomic';
  /** Atomics: the operation on 32- or 64-bit values, by its plain name (`add`, `umax`, `swap`, `cmpswap`, …). */
  readonly atomic?: string;
  /** Atomics: whether the old value comes back to registers. */
  readonly returns: boolean;
  /** Bytes that each lane touches in memory at its address (1, 2, 4, 8, 12, 16, …; scalar loads up to 64). */
  readonly bytes: number;
  /** Dwords of `MemoryRequest.data` in use for a lane. */
  readonly dwords: number;
  /** The counter that goes up at issue (GFX9 counts stores in `vm`, pops.md 4). */
  readonly counter: CounterName;
  readonly glc: boolean;
  readonly dlc: boolean;
  readonly slc: boolean;
  /** How far the access reaches, a number of `SCOPES`; absent where bits say it. */
  readonly scope?: number;
  /** Bytes that caches hold back go to GL2, up to the scope; it touches no lane's memory. */
  readonly writesBack?: true;
  /** Local data share: lanes send data to each other without touching memory, so `prepare` has all the data. */
  readonly betweenLanes?: true;
  /** Texels or dwords of a lane, each at an address of its own in `addresses`, 64 apart; absent where there is one. */
  readonly texelsPerLane?: number;
  /** Where a descriptor decides about the width or the reach: the operation as a prepared request performs it. */
  readonly performedAs?: (request: MemoryRequest) => MemoryOperation;
  /** Fills lanes, addresses and, for stores and atomics, data from the registers as they are now. */
  readonly prepare: (wave: WaveState, request: MemoryRequest) => void;
  /** Loads and returning atomics: writes the request's data to the destination registers. */
  readonly deliver: (wave: WaveState, request: MemoryRequest) => void;
}

/** An export instruction's fields (corpus README, "Exports"). */
export interface ExportOperation {
  /** 0–7 MRT0–7, 8 MRTZ, 9 NULL, 12–16 POS0–4, 20 PRIM, 21–22 dual source, 32–63 PARAM0–31. */
  readonly target: number;
  /** Enabled channels, bit 0 is the first. */
  readonly enabled: number;
  readonly compressed: boolean;
  readonly done: boolean;
  readonly validMask: boolean;
  /** Vector registers of the four channels. */
  readonly sources: readonly [number, number, number, number];
}

/**
 * A separately compiled second part that the main part jumps to, its `words` of 32 bits each, and where it is loaded (corpus.md,
 * `epilog`).
 */
export interface EpilogCode {
  readonly words: readonly number[];
  /** First byte, 48 bits. */
  readonly address: number;
}

/** Where a decoded program's epilog is: its first byte in memory, its pc, and its first instruction. */
export interface EpilogPlace {
  readonly address: number;
  readonly pc: number;
  readonly index: number;
}

/** A program decoded once and run many times. */
export interface DecodedProgram {
  readonly gfx: Gfx;
  /** What its words were decoded as. */
  readonly set: InstructionSet;
  readonly wave: WaveSize;
  /** The main part, then what runs past its end (kind `illegal`), then the epilog; the last two only with an epilog. */
  readonly instructions: readonly Instruction[];
  readonly epilog?: EpilogPlace;
  /** Instruction index by `pc >> 2`; -1 where no instruction starts. */
  readonly indexOfPc: Int32Array;
  /** Values of the program's constants, to be copied to `WaveState.s` from `SCALAR.CONSTANTS` up. */
  readonly constants: Int32Array;
  /** Highest vector register named + 1, at least 1. */
  readonly vgprs: number;
}
