import type { WaveState } from '../../wave-state.js';
import type { FormatName } from '../formats/index.js';
import type { CacheName, InstructionKind } from '../instruction.js';
import type { OperandType } from '../operand-type.js';
import type { WaitName } from '../waits.js';
import type { MemoryRow } from './memory-row.js';
import { KNOWN_BUT_UNMODELLED, type Names, type Opcodes, type RowBase } from './row-base.js';

/**
 * A pure function of register values. Each source is one argument, except that 64-bit integers take two (low, high).
 * 32-bit values are signed integers, and floats are numbers. Results wrap to 32 bits.
 */
export type Operation = (a: number, b: number, c: number, d: number, e: number, f: number) => number;

/** A scalar ALU instruction in SOP1, SOP2, SOPC or SOPK. */
export interface ScalarRow extends RowBase {
  readonly family: 'scalar';
  /** Absent for compares and other instructions without a result. */
  readonly dst?: OperandType;
  /** In SOPK, the `i16` or `u16` source is the immediate. */
  readonly sources: readonly OperandType[];
  /** The low dword of the result. The arguments are the sources, then the old destination if `tied`, then SCC. */
  readonly compute?: Operation;
  /** The high dword of a 64-bit result, from the same arguments. */
  readonly high?: Operation;
  /**
   * How the new SCC is computed: a function of the same arguments, or 'nonzero' if SCC is set when the result is
   * nonzero.
   */
  readonly scc?: Operation | 'nonzero';
  readonly readsScc?: boolean;
  /** Whether the old destination is an additional source. */
  readonly tied?: boolean;
  /** For floats, the equivalent vector operation, which determines the handling of rounding, denormals and NaNs. */
  readonly vector?: VectorRow;
  /** Whether the vector operation's 16-bit sources are the upper halves of this row's sources. */
  readonly readsUpperHalf?: true;
  /** Index of the literal among the sources. */
  readonly literalAt?: 1 | 2;
  /**
   * With `saveexec`, the destination receives EXEC, and EXEC receives compute(source, EXEC). With `wrexec`, both
   * receive the result.
   */
  readonly exec?: 'saveexec' | 'wrexec';
}

/** An instruction that controls the wave or has external effects, in SOPP or another format. */
export interface ControlRow extends RowBase {
  readonly family: 'control';
  readonly kind: InstructionKind;
  readonly control: ControlName;
  /** The caches that the instruction invalidates. */
  readonly invalidates?: readonly CacheName[];
  /** For cache instructions in the flat formats, the segment. */
  readonly segment?: 'flat' | 'scratch' | 'global';
  /** For counter waits, the key in `WAITS` for the fields of the immediate. */
  readonly waits?: WaitName;
  /** How the immediate is printed. */
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

/** The effect of a control instruction. */
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

/** A vector ALU instruction in VOP1, VOP2, VOPC, VOP3 or VOP3P, with its SDWA, DPP and VOP3 forms. */
export interface VectorRow extends RowBase {
  readonly family: 'vector';
  /** Absent for compares. */
  readonly dst?: OperandType;
  readonly sources: readonly OperandType[];
  /** The float result or the low dword. The arguments are the sources, then the old destination if `tied`. */
  readonly compute: Operation;
  readonly high?: Operation;
  /** The carry-out or the result of a compare, one bit per lane. */
  readonly carry?: Operation;
  readonly tied?: boolean;
  /** For compares, whether the result goes to EXEC. */
  readonly writesExec?: boolean;
  /** `single`: no long, SDWA or DPP form. `short`: a DPP form, but no long or SDWA form. Neither prints `_e32`. */
  readonly encodings?: 'both' | 'single' | 'short';
  /** For VOP3P, the rows selected by the neg bits of the first two sources. */
  readonly signVariants?: readonly VectorRow[];
  /** Index of the literal among the sources (madmk, madak and their fused forms). */
  readonly literalAt?: 1 | 2;
  /**
   * For VOP3P mixed precision, where each source can be 32 or 16 bits wide: which part of the destination register is
   * written.
   */
  readonly mix?: 'single' | 'low' | 'high';
  /** True if the encoding can select halves but the assembly syntax has no op_sel. */
  readonly omitsOpSel?: boolean;
  /** Whether a 16-bit product is rounded before the sum, to nearest even. Other roundings are not modelled. */
  readonly roundsProduct?: boolean;
  /** Whether the lane index is passed as the last argument. */
  readonly lane?: boolean;
  /** Whether VCC is an additional source, one bit per lane, that the assembly text omits. */
  readonly readsVcc?: boolean;
  /** For VOP3P operations that do not read halves: only the default op_sel, op_sel_hi and signs are modelled. */
  readonly requiresDefaultHalves?: boolean;
  /** Whether 32-bit denormals are flushed on input and output regardless of MODE. */
  readonly flushes?: boolean;
  /** The order in which sources are checked for a NaN to propagate, and the NaN bits to return if no source is NaN. */
  readonly nan?: { readonly order: readonly number[]; readonly otherwise: number };
  /** For integer operations with clamp, the exact result before wrapping. Absent if clamp is not modelled. */
  readonly exact?: Operation;
}

/** A vector instruction that moves data between lanes or to scalars. */
export interface CrossLaneRow extends RowBase {
  readonly family: 'cross-lane';
  readonly dst: OperandType;
  /** The register file of the destination. */
  readonly to: 'scalar' | 'vector';
  readonly sources: readonly OperandType[];
  /** The number of sources, from the first, that are VGPRs rather than scalars; 1 by default. */
  readonly vectorSources?: number;
  /** Whether the old destination is read, because some lanes keep it or because it is swapped. */
  readonly readsDestination?: boolean;
  /** Whether EXEC affects the result. */
  readonly usesExec: boolean;
  /** Applies the operation to the wave's registers. */
  readonly effect: CrossLaneEffect;
  /** The equivalent vector operation, applied to scalars. */
  readonly vectorOp?: VectorRow;
  readonly encodings?: 'both' | 'single';
}

/**
 * `operands` are the destination, then the sources. A VGPR is given as the index of its lane 0 in `v`, and a scalar as
 * an index in `s`. `flags` is op_sel.
 */
export type CrossLaneEffect = (wave: WaveState, operands: readonly number[], flags: number) => void;

/** Parameter interpolation: from LDS up to GFX10.3, and from registers filled by an LDS load on later generations. */
export interface InterpolationRow extends RowBase {
  readonly family: 'interpolation';
  /** `half-…` has 16-bit parameters in LDS. `direct-load` reads one LDS value for all lanes. */
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
  /** A mask of the 16-bit sources, with bit i for source i. */
  readonly halfSources?: number;
  /** Whether the result is 16 bits wide. */
  readonly halfResult?: boolean;
  /** Whether the result is rounded towards zero regardless of MODE. */
  readonly truncates?: boolean;
}

/**
 * A GFX9 instruction that switches relative VGPR indexing on or off, sets the index, or selects the indexed operands.
 */
export interface GprIndexRow extends RowBase {
  readonly family: 'gpr-index';
  readonly step: 'on' | 'index' | 'mode' | 'off';
}

export interface ExportRow extends RowBase {
  readonly family: 'export';
}

/** One half of a dual instruction (GFX11 and later), which performs the operation of `single`. */
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

/** Returns a function that builds rows of a vector format from the types of their operands, destination first. */
function makeVectorBuilder(format: FormatName) {
  return (
    name: Names,
    opcode: Opcodes,
    [dst, ...sources]: readonly OperandType[],
    compute: Operation,
    options: Partial<VectorRow> = {},
  ): VectorRow => ({ family: 'vector', format, name, opcode, dst: dst!, sources, compute, ...options });
}

export const vop1 = makeVectorBuilder('vop1');
export const vop2 = makeVectorBuilder('vop2');
export const vop3 = makeVectorBuilder('vop3');
export const vop3p = makeVectorBuilder('vop3p');

/** Returns a function that builds rows of a scalar format from the types of their operands, destination first. */
function makeScalarBuilder(format: 'sop1' | 'sop2' | 'sopk') {
  return (
    name: Names,
    opcode: Opcodes,
    [dst, ...sources]: readonly OperandType[],
    compute: Operation,
    options: Partial<ScalarRow> = {},
  ): ScalarRow => ({ family: 'scalar', format, name, opcode, dst: dst!, sources, compute, ...options });
}

export const sop1 = makeScalarBuilder('sop1');
export const sop2 = makeScalarBuilder('sop2');
export const sopk = makeScalarBuilder('sopk');

/** Options of rows that can be decoded, printed and parsed but not run. */
export const UNMODELLED = { unmodelled: KNOWN_BUT_UNMODELLED } as const;
/** The operation of rows that are not run. */
export const ignore: Operation = () => 0;

const NEGATIVE_NAN = 0xffc00000 | 0;

/**
 * Adds the NaN that an operation returns outside its domain, as in the manuals' examples for square root, logarithm and
 * sine.
 */
export function addDomainNan(row: VectorRow): VectorRow {
  return { ...row, nan: { order: [0], otherwise: NEGATIVE_NAN } };
}

/** Marks a function as accurate only to one ULP. According to the manuals, such functions flush 32-bit denormals. */
export function markApproximate(row: VectorRow): VectorRow {
  return { ...addDomainNan(row), flushes: true };
}
