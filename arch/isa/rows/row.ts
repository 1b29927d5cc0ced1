import type { WaveState } from '../../wave-state.js';
import type { CacheName, InstructionKind } from '../instruction.js';
import type { OperandType } from '../operand-type.js';
import type { WaitName } from '../waits.js';
import type { MemoryRow } from './memory-row.js';
import type { RowBase } from './row-base.js';

/**
 * Pure function on register values. Every source gives one argument, 64-bit integers two (low, high);
 * 32-bit values come as signed integers, floats as numbers. Results wrap to 32 bits.
 */
export type Meaning = (a: number, b: number, c: number, d: number, e: number, f: number) => number;

/** Scalar ALU: SOP1, SOP2, SOPC, SOPK. */
export interface ScalarRow extends RowBase {
  readonly family: 'scalar';
  /** Absent in compares. */
  readonly dst?: OperandType;
  /** In SOPK `i16` and `u16` are the immediate. */
  readonly sources: readonly OperandType[];
  /** Low dword of the result; the arguments are the sources, then the old destination if `tied`, then SCC. */
  readonly meaning?: Meaning;
  /** High dword of a 64-bit result, same arguments. */
  readonly high?: Meaning;
  /** New SCC: from the same arguments, or whether the result is not zero. */
  readonly scc?: Meaning | 'nonzero';
  readonly readsScc?: boolean;
  /** The old destination is a further source. */
  readonly tied?: boolean;
  /** Floats: the vector operation that it does on scalars, with its rounding, denormals and NaN. */
  readonly vector?: VectorRow;
  /** Sources of its vector operation that have 16 bits are the upper halves of those here. */
  readonly takesUpperHalf?: true;
  /** The literal is an operand in this position. */
  readonly literalAt?: 1 | 2;
  /** `saveexec`: destination takes EXEC, EXEC the result of (source, EXEC). `wrexec`: both take the result. */
  readonly exec?: 'saveexec' | 'wrexec';
}

/** Instructions that control the wave or have an effect outside it: SOPP and some of SOPK and SOP1. */
export interface ControlRow extends RowBase {
  readonly family: 'control';
  readonly kind: InstructionKind;
  readonly control: ControlName;
  /** Caches that an instruction empties. */
  readonly invalidates?: readonly CacheName[];
  /** Caches of the flat formats: which of the three. */
  readonly segment?: 'flat' | 'scratch' | 'global';
  /** Counter waits: whose fields the immediate has. */
  readonly waits?: WaitName;
  /** How the immediate prints. */
  readonly immediate?:
    | 'none'
    | 'decimal'
    | 'hex'
    | 'branch'
    | 'waitcnt'
    | 'message'
    | 'hwreg'
    | 'delay'
    | 'depctr'
    | 'version'
    | 'not-zero';
}

/** What a control instruction does. */
export type ControlName =
  | 'nop'
  | 'end'
  | 'end-ordered'
  | 'branch'
  | 'scc0'
  | 'scc1'
  | 'vccz'
  | 'vccnz'
  | 'execz'
  | 'execnz'
  | 'wait'
  | 'wait-idle'
  | 'wait-event'
  | 'sleep'
  | 'message'
  | 'barrier'
  | 'barrier-wait'
  | 'setpc'
  | 'getpc'
  | 'getreg'
  | 'setreg'
  | 'setreg-imm'
  | 'round-mode'
  | 'denorm-mode'
  | 'never'
  | 'call'
  | 'swappc'
  | 'invalidate'
  | 'write-back';

/** Vector ALU in VOP1, VOP2, VOPC, VOP3, VOP3P and their SDWA, DPP and VOP3 forms. */
export interface VectorRow extends RowBase {
  readonly family: 'vector';
  /** Absent in compares. */
  readonly dst?: OperandType;
  readonly sources: readonly OperandType[];
  /** Low dword or float of the result; arguments: sources, then the old destination if `tied`. */
  readonly meaning: Meaning;
  readonly high?: Meaning;
  /** Carry out or compare result, one bit a lane. */
  readonly carry?: Meaning;
  readonly tied?: boolean;
  /** Compares: whether EXEC takes the result. */
  readonly writesExec?: boolean;
  /** `single`: there is no long form. `short`: nor one with SDWA, but with DPP. Both print without suffix. */
  readonly encodings?: 'both' | 'single' | 'short';
  /** VOP3P: the rows that the neg bits of the first two sources choose from. */
  readonly bySigns?: readonly VectorRow[];
  /** The literal is an operand in this position (madmk, madak and their fused forms). */
  readonly literalAt?: 1 | 2;
  /** VOP3P mixed precision: each source is 32 or 16 bits wide as op_sel_hi says, the result goes to this part. */
  readonly mix?: 'single' | 'low' | 'high';
  /** The assembler's syntax has no op_sel for the halves that the words may name. */
  readonly hidesHalves?: boolean;
  /** A 16-bit product is rounded before the sum: to nearest even, other roundings are not modelled. */
  readonly roundsProduct?: boolean;
  /** Passes the lane number as the last argument. */
  readonly lane?: boolean;
  /** VCC is a further source, one bit a lane, which the text does not name. */
  readonly readsVcc?: boolean;
  /** VOP3P without halves of its own: op_sel, op_sel_hi and signs other than the plain ones are not modelled. */
  readonly plainPacked?: boolean;
  /** 32-bit denormals become zero on the way in and out whatever MODE says. */
  readonly flushes?: boolean;
  /** Sources whose NaN becomes the result, the first one first, and the bits of the result without any. */
  readonly nan?: { readonly order: readonly number[]; readonly otherwise: number };
  /** Integers with clamp: the result before it wraps, exact. Absent where clamp is not modelled. */
  readonly exact?: Meaning;
}

/** Vector instructions that move data between lanes or to scalars. */
export interface CrossLaneRow extends RowBase {
  readonly family: 'cross-lane';
  readonly dst: OperandType;
  /** File of the destination. */
  readonly to: 'scalar' | 'vector';
  readonly sources: readonly OperandType[];
  /** Whether the old destination matters: lanes that keep it, or a swap. */
  readonly readsDestination?: boolean;
  /** Whether EXEC decides anything. */
  readonly usesExec: boolean;
  /** The effect, from the resolved operands: a scalar index or a VGPR's first element. */
  readonly effect: CrossLaneEffect;
  /** The vector operation that it does on scalars instead, with no lane at all. */
  readonly onScalars?: VectorRow;
  readonly encodings?: 'both' | 'single';
}

/** `operands`: destination, then sources; VGPRs as index of lane 0 in `v`, scalars as index in `s`. `flags`: op_sel. */
export type CrossLaneEffect = (wave: WaveState, operands: readonly number[], flags: number) => void;

/** Parameter interpolation from LDS, GFX9 to GFX10.3. */
export interface InterpolationRow extends RowBase {
  readonly family: 'interpolation';
  /** `half-…`: 16-bit parameters of the LDS. `direct-load`: one dword of the LDS for every lane. */
  readonly interpolation:
    | 'p1'
    | 'p2'
    | 'mov'
    | 'half-p1'
    | 'half-p1-register'
    | 'half-p2'
    | 'p10'
    | 'p2-register'
    | 'parameter-load'
    | 'direct-load';
  /** Sources that are 16 bits wide, bit i for source i, and whether the result is. */
  readonly halfSources?: number;
  readonly halfResult?: boolean;
  /** Rounds towards zero whatever MODE says. */
  readonly truncates?: boolean;
}

/** Instructions that turn relative VGPR numbers on and off, and say for which operands (GFX9). */
export interface GprIndexRow extends RowBase {
  readonly family: 'gpr-index';
  readonly step: 'on' | 'index' | 'mode' | 'off';
}

export interface ExportRow extends RowBase {
  readonly family: 'export';
}

/** One half of a dual instruction (GFX11); its meaning is the row of the single operation. */
export interface DualRow extends RowBase {
  readonly family: 'dual';
  readonly single: VectorRow;
}

export type Row =
  | ScalarRow
  | ControlRow
  | VectorRow
  | CrossLaneRow
  | InterpolationRow
  | MemoryRow
  | GprIndexRow
  | ExportRow
  | DualRow;
