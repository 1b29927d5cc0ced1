import type { Gfx, WaveSize } from '../../chips.js';
import { isAtLeast } from '../../since-generation.js';
import { SCALAR } from '../../wave-state.js';
import { type Constant, decodeInlineConstant, decodeLiteral } from '../constants.js';
import type { RawInstruction } from '../decode/raw.js';
import { SOURCE_LITERAL } from '../formats/extension.js';
import { getNullCode, getScalarIndex } from '../generation.js';
import type { Instruction, RegisterUse } from '../instruction.js';
import { countDwords, type OperandType } from '../operand-type.js';
import { getCode, type Slot, VGPR_BASE } from '../slots.js';

/** Thrown for a known instruction that cannot be executed. The reason is stored in the decoded instruction. */
export class UnsupportedError extends Error {
  constructor(feature: string) {
    super(`unsupported: ${feature}`);
  }
}

const SOURCE_SCC = 253;
const SOURCE_EXITING_WAVE_ID = 239;

/** A constant and its number of dwords, one or two; 0 for the slot that absorbs writes to NULL. */
type PooledConstant = Constant & { readonly dwords: number };

/** A program's constants, indexed from `SCALAR.CONSTANTS`. */
export class ConstantPool {
  readonly #values: number[] = [];
  readonly #indices = new Map<string, number>();

  /** Returns the operand-space index of a constant. */
  intern({ low, high, dwords }: PooledConstant): number {
    if (dwords === 0) return this.#internKey('sink', [0, 0]);
    const key = dwords === 1 ? `${low | 0}` : `${low | 0},${high | 0}`;
    return this.#internKey(key, dwords === 1 ? [low | 0] : [low | 0, high | 0]);
  }

  values(): Int32Array {
    return Int32Array.from(this.#values);
  }

  #internKey(key: string, values: readonly number[]): number {
    const existing = this.#indices.get(key);
    if (existing !== undefined) return existing;
    const index = SCALAR.CONSTANTS + this.#values.length;
    this.#values.push(...values);
    this.#indices.set(key, index);
    return index;
  }
}

const VECTOR_REGISTERS = 256;

/**
 * Rejects scalar operands that are not aligned to their size, or to four registers if they span three or more.
 * Compilers never emit these, and hardware handles them differently. Also rejects one-dword sources where wider ones
 * are needed.
 */
function rejectUnaligned(code: number, dwords: number): void {
  if (code >= 128 || code % (dwords > 2 ? 4 : dwords) !== 0)
    throw new UnsupportedError(`${dwords} dwords starting at scalar operand ${code}`);
}

function sortAscending(set: Set<number>): readonly number[] {
  return set.size < 2 ? [...set] : [...set].sort((a, b) => a - b);
}

/** Collects the registers that an instruction accesses. */
class RegisterSet {
  readonly #scalars = new Set<number>();
  readonly #vectors = new Set<number>();

  scalar(index: number, count = 1): void {
    for (let i = 0; i < count; i++) if (index + i < SCALAR.CONSTANTS) this.#scalars.add(index + i);
  }

  vector(register: number, count = 1): void {
    if (register + count > VECTOR_REGISTERS) throw new UnsupportedError('vector registers beyond v255');
    for (let i = 0; i < count; i++) this.#vectors.add(register + i);
  }

  toRegisterUse(): RegisterUse {
    return { scalars: sortAscending(this.#scalars), vectors: sortAscending(this.#vectors) };
  }
}

/** State for compiling one instruction. */
export class CompileContext {
  readonly uses = new RegisterSet();
  readonly defines = new RegisterSet();
  readsExitingId = false;
  /** The uses and defines that are independent of M0, or undefined if all of them are. */
  unconditionalUse: Instruction['unconditionalUse'];
  /** The constants that the instruction uses, with their indices. */
  readonly constants: (PooledConstant & { readonly index: number })[] = [];
  private usesPosition = false;

  constructor(
    readonly raw: RawInstruction,
    readonly gfx: Gfx,
    readonly lanes: WaveSize,
    private readonly pool: ConstantPool,
    private readonly position: number,
    /** Bit mask of the operands to which GFX9 adds M0's index, or undefined if indexing is off. */
    readonly indexed?: number,
  ) {}

  /** Whether the compiled result depends on the instruction's position in the program. */
  get dependsOnPosition(): boolean {
    return this.usesPosition || this.indexed !== undefined;
  }

  /** Marks registers collected after this call as accessed only if M0 selects them. */
  markRemainingAsRelative(): void {
    this.unconditionalUse = { uses: this.uses.toRegisterUse(), defines: this.defines.toRegisterUse() };
  }

  /** Byte offset of the instruction in the program. */
  get pc(): number {
    this.usesPosition = true;
    return this.position;
  }

  /** Returns the operand-space index of a constant (`PooledConstant`). */
  constant(low: number, high: number, dwords: number): number {
    const constant = { low, high, dwords };
    const index = this.pool.intern(constant);
    this.constants.push({ index, ...constant });
    return index;
  }

  /** Returns whether a scalar code is NULL. */
  isNull(code: number): boolean {
    return code === getNullCode(this.gfx);
  }

  /** Returns the value of a field, or 0 if the instruction does not have it. */
  field(name: string): number {
    return this.raw.fields[name] ?? 0;
  }

  /** Returns the operand-space index of a source code below 256 and marks it as used. */
  scalarSource(code: number, type: OperandType): number {
    const dwords = countDwords(type, this.lanes);
    if (code === SOURCE_LITERAL) {
      if (this.raw.extension !== 'literal') throw new UnsupportedError('literal in this format');
      const { low, high } = decodeLiteral(this.raw.literal, type);
      return this.constant(low, high, dwords);
    }
    const constant = decodeInlineConstant(code, type);
    if (constant !== undefined) return this.constant(constant.low, constant.high, dwords);
    const index = this.#register(code);
    if (index === SCALAR.NULL) return this.constant(0, 0, dwords);
    if (dwords > 1) rejectUnaligned(code, dwords);
    this.uses.scalar(index, dwords);
    return index;
  }

  #register(code: number): number {
    if (code === SOURCE_SCC) return SCALAR.SCC;
    if (code === SOURCE_EXITING_WAVE_ID && !isAtLeast(this.gfx, 'gfx11')) {
      this.readsExitingId = true;
      return SCALAR.EXITING_WAVE_ID;
    }
    const index = code < 128 ? getScalarIndex(code, this.gfx) : -1;
    if (index < 0) throw new UnsupportedError(`scalar operand ${code}`);
    return index;
  }

  /** Returns the index of a scalar destination. NULL maps to the sink. */
  scalarDestination(code: number, type: OperandType): number {
    const index = getScalarIndex(code, this.gfx);
    if (index < 0) throw new UnsupportedError(`scalar destination ${code}`);
    if (index === SCALAR.NULL) return this.constant(0, 0, 0);
    const dwords = countDwords(type, this.lanes);
    rejectUnaligned(code, dwords);
    this.defines.scalar(index, dwords);
    return index;
  }

  /** Returns the index in `v` of the first element of a VGPR operand and marks it as used or defined. */
  vector(code: number, type: OperandType, role: 'src' | 'dst'): number {
    const register = code - VGPR_BASE;
    (role === 'src' ? this.uses : this.defines).vector(register, countDwords(type, this.lanes));
    return register * this.lanes;
  }

  /** Returns the code of a slot in this instruction. */
  code(slot: Slot): number {
    return getCode(slot, this.raw);
  }

  /** Marks EXEC as used, or only its low half in wave32. */
  markExec(): void {
    this.uses.scalar(SCALAR.EXEC_LO, this.lanes / 32);
  }
}

/** The result of compiling a table row, without the properties that identify the instruction. */
export type CompiledInstruction = Partial<
  Omit<Instruction, 'pc' | 'index' | 'words' | 'uses' | 'defines' | 'target'>
> &
  Pick<Instruction, 'kind'> & {
    /** Byte offset of a branch target. */
    readonly targetPc?: number;
  };

/** A function that compiles the rows of one family. */
export type Compile<R> = (row: R, context: CompileContext) => CompiledInstruction;
