import type { WaveState } from '../../wave-state.js';
import type { CacheName, InstructionKind } from '../instruction.js';
import type { OperandType } from '../operand-type.js';
import type { WaitName } from '../waits.js';
import type { MemoryRow } from './memory-row.js';
import type { RowBase } from './row-base.js';

/**
 * Pure function of register values. Each source is one argument, 64-bit integers two (low, high); 32-bit
 * values are signed integers, floats are numbers. Results wrap to 32 bits.
 */
export type Meaning = (a: number, b: number, c: number, d: number, e: number, f: number) => number;

/** Scalar ALU: SOP1, SOP2, SOPC, SOPK. */
export interface ScalarRow extends RowBase {
  readonly family: 'scalar';
  /** Absent in compares and other instructions without a result. */
  readonly dst?: OperandType;
  /** In SOPK, `i16` and `u16` are the immediate. */
  readonly sources: readonly OperandType[];
  /** Low dword of the result; arguments: the sources, then the old destination if `tied`, then SCC. */
  readonly meaning?: Meaning;
  /** High dword of a 64-bit result; same arguments. */
  readonly high?: Meaning;
  /** New SCC: a function of the same arguments, or whether the result is nonzero. */
  readonly scc?: Meaning | 'nonzero';
  readonly readsScc?: boolean;
  /** The old destination is an additional source. */
  readonly tied?: boolean;
  /** Floats: the equivalent vector operation, with its rounding, denormals and NaN. */
  readonly vector?: VectorRow;
  /** 16-bit sources of its vector operation are the upper halves of the sources here. */
  readonly takesUpperHalf?: true;
  /** Operand position of the literal. */
  readonly literalAt?: 1 | 2;
  /** `saveexec`: the destination gets EXEC, EXEC the result of (source, EXEC). `wrexec`: both get the result. */
  readonly exec?: 'saveexec' | 'wrexec';
}

/** Instructions that control the wave or have external effects: SOPP and some of other formats. */
export interface ControlRow extends RowBase {
  readonly family: 'control';
  readonly kind: InstructionKind;
  readonly control: ControlName;
  /** Caches an instruction invalidates. */
  readonly invalidates?: readonly CacheName[];
  /** Caches of the flat formats: the segment. */
  readonly segment?: 'flat' | 'scratch' | 'global';
  /** Counter waits: the name whose fields the immediate has. */
  readonly waits?: WaitName;
  /** Print format of the immediate. */
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
  /** Carry out or compare result, one bit per lane. */
  readonly carry?: Meaning;
  readonly tied?: boolean;
  /** Compares: whether the result goes to EXEC. */
  readonly writesExec?: boolean;
  /** `single`: no long, SDWA or DPP form. `short`: no long or SDWA form, but DPP. Neither prints `_e32`. */
  readonly encodings?: 'both' | 'single' | 'short';
  /** VOP3P: rows selected by the neg bits of the first two sources. */
  readonly bySigns?: readonly VectorRow[];
  /** Operand position of the literal (madmk, madak and their fused forms). */
  readonly literalAt?: 1 | 2;
  /** VOP3P mixed precision: op_sel_hi selects 32 or 16 bits for each source; the result goes to this part. */
  readonly mix?: 'single' | 'low' | 'high';
  /** The assembler's syntax has no op_sel for the halves the words can select. */
  readonly hidesHalves?: boolean;
  /** A 16-bit product is rounded before the sum: to nearest even; other roundings are not modelled. */
  readonly roundsProduct?: boolean;
  /** Passes the lane number as the last argument. */
  readonly lane?: boolean;
  /** VCC is an additional source, one bit per lane, not named in the text. */
  readonly readsVcc?: boolean;
  /** VOP3P without its own halves: op_sel, op_sel_hi and signs other than the plain ones are not modelled. */
  readonly plainPacked?: boolean;
  /** Flushes 32-bit denormals on input and output regardless of MODE. */
  readonly flushes?: boolean;
  /** Sources whose NaN becomes the result, by precedence, and the result's bits if none is NaN. */
  readonly nan?: { readonly order: readonly number[]; readonly otherwise: number };
  /** Integers with clamp: the exact result before wrapping. Absent if clamp is not modelled. */
  readonly exact?: Meaning;
}

/** Vector instructions that move data between lanes or to scalars. */
export interface CrossLaneRow extends RowBase {
  readonly family: 'cross-lane';
  readonly dst: OperandType;
  /** Register file of the destination. */
  readonly to: 'scalar' | 'vector';
  readonly sources: readonly OperandType[];
  /** Whether the old destination matters: for lanes that keep it, or a swap. */
  readonly readsDestination?: boolean;
  /** Whether EXEC has any effect. */
  readonly usesExec: boolean;
  /** The effect on resolved operands: a scalar index or a VGPR's first element. */
  readonly effect: CrossLaneEffect;
  /** The equivalent vector operation, performed on scalars without lanes. */
  readonly onScalars?: VectorRow;
  readonly encodings?: 'both' | 'single';
}

/** `operands`: destination, then sources; VGPRs as the index of lane 0 in `v`, scalars as an index in `s`. `flags`: op_sel. */
export type CrossLaneEffect = (wave: WaveState, operands: readonly number[], flags: number) => void;

/** Parameter interpolation: from LDS up to GFX10.3, later from registers that a load from LDS fills. */
export interface InterpolationRow extends RowBase {
  readonly family: 'interpolation';
  /** `half-…`: 16-bit parameters in LDS. `direct-load`: one LDS value for all lanes. */
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
  /** 16-bit sources, bit i for source i, and whether the result is 16-bit. */
  readonly halfSources?: number;
  readonly halfResult?: boolean;
  /** Rounds towards zero regardless of MODE. */
  readonly truncates?: boolean;
}

/** Instructions that enable and disable relative VGPR numbers, and select their operands (GFX9). */
export interface GprIndexRow extends RowBase {
  readonly family: 'gpr-index';
  readonly step: 'on' | 'index' | 'mode' | 'off';
}

export interface ExportRow extends RowBase {
  readonly family: 'export';
}

/** One half of a dual instruction (since GFX11); its meaning is that of the single operation's row. */
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
