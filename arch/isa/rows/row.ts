import { GENERATIONS, type Gfx } from '../../chips.js';
import { generationOf, hasGroup, type InstructionGroup, type InstructionSet } from '../../instruction-set.js';
import {
  type ByGeneration,
  inForce,
  mapGenerations,
  type SinceGeneration,
  sinceGeneration,
} from '../../since-generation.js';
import type { WaveState } from '../../wave-state.js';
import type { FormatName } from '../formats/index.js';
import type { Fields } from '../formats/layout.js';
import type { CacheName, CounterName, InstructionKind } from '../instruction.js';
import type { OperandType } from '../operand-type.js';

/**
 * Opcodes, each in force from its generation on until the next entry. Generations before the first entry lack the
 * instruction, and `X` takes it away again.
 *
 * Example: `{ gfx10: 0x06, gfx11: X }` is opcode 6 in GFX10 and GFX10.3, and nothing before or after them.
 */
export type Opcodes = ByGeneration<number>;

/** The instruction does not exist from this generation on. */
export const X = -1;

/** The same opcode in every generation. */
export function everywhere(opcode: number): Opcodes {
  return { gfx9: opcode };
}

/** An opcode of one generation alone. */
export function onlyOn(gfx: Gfx, opcode: number): Opcodes {
  const next = GENERATIONS[GENERATIONS.indexOf(gfx) + 1];
  return { [gfx]: opcode, ...(next === undefined ? {} : { [next]: X }) };
}

/** LLVM's name without encoding suffix, or names, each in force from its generation on until the next one. */
export type Names = string | SinceGeneration<string>;

/** A name that GFX11 changed. */
export function renamed(before: string, gfx11: string): Names {
  return { gfx9: before, gfx11 };
}

/** A name that GFX10 changed. */
export function renamedByGfx10(gfx9: string, gfx10: string): Names {
  return { gfx9, gfx10 };
}

/** The names that a change of each of them makes. */
export function mapNames(names: Names, change: (name: string) => string): Names {
  return typeof names === 'string' ? change(names) : mapGenerations(names, change);
}

/**
 * Pure function on register values. Every source gives one argument, 64-bit integers two (low, high);
 * 32-bit values come as signed integers, floats as numbers. Results wrap to 32 bits.
 */
export type Meaning = (a: number, b: number, c: number, d: number, e: number, f: number) => number;

/** A field of M0: lowest bit and width. */
export type M0Field = readonly [low: number, width: number];

/** Operands whose register number is the sum of the one in the words and a field of M0. */
export interface RelativeOperands {
  readonly source?: M0Field;
  readonly destination?: M0Field;
  /** Both registers are written. */
  readonly swaps?: boolean;
}

/** Why an instruction cannot be run that decodes, prints and parses, and that no driver's compiler gives a pixel shader. */
export const KNOWN_BY_NAME = 'known but not modelled';

interface RowBase {
  readonly name: Names;
  readonly format: FormatName;
  readonly opcode: Opcodes;
  /** The group it belongs to where some processors of a generation lack it. */
  readonly group?: InstructionGroup;
  /** Moves whose registers M0 names: what is added to the operands' numbers. */
  readonly relative?: RelativeOperands;
  /** Why it decodes, prints and parses but cannot be run. */
  readonly unmodelled?: string;
}

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
  | 'waitcnt'
  | 'wait-vm'
  | 'wait-vs'
  | 'wait-exp'
  | 'wait-lgkm'
  | 'wait-idle'
  | 'wait-event'
  | 'sleep'
  | 'message'
  | 'barrier'
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
  | 'invalidate';

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

/** Loads, stores and atomics of every memory format. */
export interface MemoryRow extends RowBase {
  readonly family: 'memory';
  readonly access: 'load' | 'store' | 'atomic';
  /** Bytes a lane touches in memory. */
  readonly bytes: number;
  /** Sub-dword loads: sign extension. */
  readonly signed?: boolean;
  /** Half of the register that a 16-bit access takes or fills; the other half stays. */
  readonly half?: 'low' | 'high';
  /** Buffer loads of GFX11 whose data goes to the local data share, with no bit for it. */
  readonly fillsLds?: true;
  /** Buffer accesses that convert: components that take part, X first; `bytes` are those of their registers. */
  readonly components?: number;
  /** Components of such an access are 16 bits wide and share registers. */
  readonly packsHalves?: boolean;
  /** LDS: no memory is touched, lanes send their data to, or take it from, the lane that an address names. */
  readonly lanes?: 'permute' | 'bpermute' | 'swizzle';
  /** LDS: the operands, where the kind of access does not say them, each a field and its registers. */
  readonly takes?: readonly (readonly [field: 'vdst' | 'addr' | 'data0' | 'data1', dwords: number])[];
  /** Scalar memory: only the result, only the address and its offset, or these and a number in place of the data. */
  readonly only?: 'result' | 'address' | 'probe';
  /** Global memory: the thread's number takes the place of the address in registers. */
  readonly byThread?: true;
  /** GDS: a streamout register, which the offset names in place of an address. */
  readonly ofRegister?: true;
  /** LDS: two elements at offsets of their own, in units of this many bytes. */
  readonly pairStep?: number;
  readonly atomic?: string;
  /** LDS atomics of two operands: both in order, or what is compared with before the new value. */
  readonly operands?: 'two' | 'compare-first';
  /** Atomics of formats without a bit for it: whether the old value comes back. */
  readonly returns?: boolean;
  /** `buffer`: a scalar load through a buffer descriptor. */
  readonly descriptor?: 'buffer';
  /** Flat formats: which of the three. */
  readonly segment?: 'flat' | 'scratch' | 'global';
  /** Images: integer coordinates, or a sampler's. */
  readonly image?: 'texel' | 'sample';
  /** Samples: address registers beside the coordinates. */
  readonly sample?: SampleArguments;
  /** Images: four texels of one component come back: those that a linear filter would take, or fragments of one texel. */
  readonly gathers?: 'footprint' | 'fragments';
  /** Texel accesses that name a level after the coordinates. */
  readonly namesLevel?: boolean;
  /** Images: tells the size of a level, or the level of detail of a sample; no memory is touched. */
  readonly query?: 'size' | 'level';
  /** Texels move without conversion, dword by dword; those below a dword may be sign-extended. */
  readonly raw?: 'zero-extended' | 'sign-extended';
}

/** What a sample takes from address registers beside its coordinates, in the order of the registers. */
export interface SampleArguments {
  readonly hasOffset: boolean;
  readonly hasBias: boolean;
  /** Compares the texel with a value, and gives 1 or 0. */
  readonly hasReference: boolean;
  /** Both derivatives of each spatial coordinate; `half` are 16 bits wide. */
  readonly derivatives: 'none' | 'whole' | 'half';
  /** Where the level of detail comes from: derivatives, the address after the coordinates, or it is 0. */
  readonly level: 'computed' | 'given' | 'zero';
  /** The least level follows the coordinates. */
  readonly hasClamp: boolean;
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

/** LLVM's base name of a row in a generation. */
export function nameOf(row: Row, gfx: Gfx): string {
  return typeof row.name === 'string' ? row.name : sinceGeneration(row.name, gfx);
}

/** Opcode of a row in a generation, `X` where it does not exist. */
export function opcodeOf(row: Row, gfx: Gfx): number {
  return inForce(row.opcode, gfx) ?? X;
}

/** Opcode of a row in an instruction set, `X` where the set lacks it. */
export function opcodeIn(row: Row, set: InstructionSet): number {
  return row.group === undefined || hasGroup(set, row.group) ? opcodeOf(row, generationOf(set)) : X;
}

/** Generations that have the instruction. */
export function generationsOf(row: Row): Gfx[] {
  return GENERATIONS.filter((gfx) => opcodeOf(row, gfx) !== X);
}

/** Counter that a memory operation of a format holds up: GFX9 counts stores in `vm` (pops.md 4). */
export function memoryCounter(format: FormatName, stores: boolean, gfx: Gfx): CounterName {
  if (format === 'smem' || format === 'ds') return 'lgkm';
  return stores && gfx !== 'gfx9' ? 'vs' : 'vm';
}

/** Values that an atomic carries: what to compare with follows the operand. */
export function atomicValues({ atomic }: MemoryRow): number {
  return atomic?.endsWith('cmpswap') === true ? 2 : 1;
}

/** Whether a buffer load's data goes to the local data share: its own opcode says so, or a bit. */
export function fillsLds(row: MemoryRow, fields: Fields): boolean {
  return row.fillsLds === true || fields.lds === 1;
}
