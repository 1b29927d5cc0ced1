import type { WaveSize } from '../../../../arch/chips.js';
import { decodeProgram, type Instruction, SCALAR, type WaveState } from '../../../../arch/index.js';
import { generationOf, type InstructionSet } from '../../../../arch/instruction-set.js';
import { splitInstruction } from '../../../../arch/isa/decode/raw.js';
import { type Encodable, encode } from '../../../../arch/isa/encode.js';
import { SOURCE_DPP8_FETCH_INACTIVE } from '../../../../arch/isa/formats/extension.js';
import { countDwords, is16Bit, type OperandType } from '../../../../arch/isa/operand-type.js';
import type { VectorRow } from '../../../../arch/isa/rows/row.js';
import { getOpcode } from '../../../../arch/isa/rows/row-base.js';
import { type Shape, type Slot, VGPR_BASE, vectorSlots } from '../../../../arch/isa/slots.js';
import { longForm } from '../../../../arch/isa/table.js';
import { DRIVER_MODE, makeWave } from '../../support/machine.js';
import { halfValue } from '../numbers/half-value.js';
import {
  extractPart,
  isSameResult,
  output,
  pickLane,
  pickLaneOfEight,
  placeResult,
  type Value,
  withSigns,
} from './by-hand.js';

/** The destination register of the plain instruction. */
const PLAIN_RESULT = 200;
/** The first source register of the plain instruction. Each subsequent source is four higher. */
const PLAIN_SOURCE = 100;
/** The register of the plain instruction's lane mask. */
const PLAIN_MASK = 90;

const SINGLE = new DataView(new ArrayBuffer(4));

/** An instruction with modifiers and its required effect on a wave. */
export class ModifiedInstruction {
  readonly fields: Encodable['fields'];
  readonly words: number[];
  readonly #slots: readonly Slot[];

  constructor(
    readonly row: VectorRow,
    readonly encodable: Encodable,
    readonly encoding: Shape['encoding'],
    readonly set: InstructionSet,
    readonly wave: WaveSize,
  ) {
    this.words = encode(encodable, generationOf(set));
    const raw = splitInstruction(this.words, 0, set);
    if ('reason' in raw) throw new Error(raw.reason);
    this.fields = raw.fields;
    const { src0_scalar: first = 0, src1_scalar: second = 0 } = this.fields;
    this.#slots = vectorSlots(row, {
      gfx: generationOf(set),
      format: encodable.format,
      encoding,
      extension: encodable.extension,
      scalarSources: first | (second << 1),
    });
  }

  /**
   * Returns how the instruction's effect on a wave differs from the plain operation's effect on manually modified
   * operands. Empty if the instruction is not modelled.
   */
  differences(fill: (state: WaveState) => void): string[] {
    const [modified, observed] = this.#execute(this.words, fill);
    if (modified.kind !== 'alu') return [];
    const before = this.#state(this.words, fill);
    const [plain, expected] = this.#execute(this.#plainWords(), (state) => {
      fill(state);
      this.#setOperands(before, state);
    });
    if (plain.kind !== 'alu') return [`plain form is ${plain.reason}`];
    return this.#compare(before, observed, expected);
  }

  #state(words: readonly number[], fill: (state: WaveState) => void): WaveState {
    const state = makeWave(decodeProgram(words, this.set, this.wave));
    state.hw[1] = DRIVER_MODE;
    fill(state);
    return state;
  }

  #execute(words: readonly number[], fill: (state: WaveState) => void): [Instruction, WaveState] {
    const [instruction] = decodeProgram(words, this.set, this.wave).instructions;
    const state = this.#state(words, fill);
    if (instruction.kind === 'alu') instruction.execute(state);
    return [instruction, state];
  }

  #code(slot: Slot): number {
    if (slot.fixed !== undefined) return slot.fixed;
    if (slot.field === 'sdst' && this.fields.sdst_en === 0) return SCALAR.VCC_LO;
    return (this.fields[slot.field!] ?? 0) + slot.base;
  }

  #isLong(): boolean {
    return this.encodable.format.startsWith('vop3');
  }

  #bit(name: string, source: number): boolean {
    return (((this.fields[name] ?? 0) >>> source) & 1) !== 0;
  }

  /** Returns the words of the same operation with vector register sources and without modifiers. */
  #plainWords(): number[] {
    const gfx = generationOf(this.set);
    const isShort = ['vop1', 'vop2', 'vopc'].includes(this.row.format);
    const long = isShort && (this.row.encodings ?? 'both') === 'both';
    const { format, opcode } =
      long || !isShort
        ? longForm(this.row, gfx)
        : { format: this.row.format, opcode: getOpcode(this.row, gfx) };
    const fields: Record<string, number> = { op: opcode };
    const shape: Shape = {
      gfx,
      format,
      encoding: long ? 'e64' : 'only',
      extension: 'none',
      scalarSources: 0,
    };
    for (const slot of vectorSlots(this.row, shape)) {
      if (slot.field === undefined) continue;
      if (slot.role === 'dst') fields[slot.field] = slot.type === 'mask' ? PLAIN_MASK : PLAIN_RESULT;
      else if (slot.type === 'mask') fields[slot.field] = this.#maskCode(slot.source);
      else fields[slot.field] = PLAIN_SOURCE + slot.source * 4 + VGPR_BASE - slot.base;
    }
    if (format === 'vop3p' && this.row.mix === undefined) fields.op_sel_hi = 7;
    if (this.row.bySigns !== undefined) fields.neg = this.fields.neg ?? 0;
    if (this.row.writesExec && this.row.dst === undefined && format === 'vop3' && gfx !== 'gfx9')
      fields.vdst = 126;
    return encode({ format, extension: 'none', fields, literal: 0 }, gfx);
  }

  #maskCode(source: number): number {
    return this.#code(this.#slots.find((slot) => slot.role === 'src' && slot.source === source)!);
  }

  /** Returns the lane that a lane's first source is read from, or undefined if there is none. */
  #findSourceLane(lane: number): number | undefined {
    const { extension } = this.encodable;
    if (extension === 'dpp8') return pickLaneOfEight(lane, this.fields.lanes);
    return extension === 'dpp16' ? pickLane(lane, this.fields.dpp_ctrl, generationOf(this.set)) : lane;
  }

  #isActive(state: WaveState, lane: number): boolean {
    return ((state.s[SCALAR.EXEC_LO + (lane >> 5)] >>> (lane & 31)) & 1) !== 0;
  }

  /** Returns whether the source of `lane` provides a value. Inactive lanes do if the encoding says so. */
  #readsValid(state: WaveState, lane: number): boolean {
    const sourceLane = this.#findSourceLane(lane);
    if (sourceLane === undefined || sourceLane >= this.wave) return false;
    const fetches =
      this.encodable.extension === 'dpp8'
        ? this.fields.src0 === SOURCE_DPP8_FETCH_INACTIVE
        : generationOf(this.set) !== 'gfx9' && this.fields.fetch_inactive === 1;
    return fetches || this.#isActive(state, sourceLane);
  }

  /** Returns whether the instruction writes a lane. */
  #writes(state: WaveState, lane: number): boolean {
    if (!this.#isActive(state, lane)) return false;
    const { extension } = this.encodable;
    if (extension !== 'dpp16') return true;
    const { row_mask: rows, bank_mask: banks, bound_ctrl: zero } = this.fields;
    const participates = (rows >> (lane >> 4)) & (banks >> ((lane >> 2) & 3)) & 1;
    return participates !== 0 && (zero === 1 || this.#readsValid(state, lane));
  }

  #read(state: WaveState, slot: Slot, lane: number): Value {
    const code = this.#code(slot);
    if (code < VGPR_BASE) return [state.s[code], state.s[code + 1]];
    const gathers = slot.source === 0 && this.encodable.extension.startsWith('dpp');
    if (gathers && !this.#readsValid(state, lane)) return [0, 0];
    const sourceLane = gathers ? this.#findSourceLane(lane)! : lane;
    const first = (code - VGPR_BASE) * this.wave + sourceLane;
    return [state.v[first], state.v[first + this.wave] ?? 0];
  }

  /** Returns a lane's source, modified for the plain operation. */
  #operand(state: WaveState, slot: Slot, lane: number): Value {
    const { source, type } = slot;
    const [low, high] = this.#read(state, slot, lane);
    if (this.row.mix !== undefined) return this.#mixed(low, source);
    if (this.encodable.format === 'vop3p') return this.#packed(low, type, source);
    const isSdwa = this.encodable.extension === 'sdwa';
    const part = isSdwa
      ? extractPart(low, this.fields[`src${source}_sel`] ?? 6, this.fields[`src${source}_sext`] === 1)
      : extractPart(low, is16Bit(type) && this.#bit('op_sel', source) && this.#isLong() ? 5 : 6, false);
    const hasSign = (name: string) =>
      this.#isLong() ? this.#bit(name, source) : this.fields[`src${source}_${name}`] === 1;
    return withSigns([part, high], type, hasSign('abs'), hasSign('neg'));
  }

  #mixed(dword: number, source: number): Value {
    const half = extractPart(dword, this.#bit('op_sel', source) ? 5 : 4, false);
    SINGLE.setInt32(0, dword);
    if (this.#bit('op_sel_hi', source)) SINGLE.setFloat32(0, halfValue(half));
    return withSigns([SINGLE.getInt32(0), 0], 'f32', this.#bit('neg_hi', source), this.#bit('neg', source));
  }

  #packed(dword: number, type: OperandType, source: number): Value {
    if (!type.startsWith('v2')) return [dword, 0];
    const half = (select: string, neg: string) =>
      extractPart(dword, this.#bit(select, source) ? 5 : 4, false) ^ (this.#bit(neg, source) ? 0x8000 : 0);
    return [half('op_sel', 'neg') | (half('op_sel_hi', 'neg_hi') << 16), 0];
  }

  #setOperands(before: WaveState, plain: WaveState): void {
    for (const slot of this.#slots) {
      if (slot.type === 'mask') continue;
      for (let lane = 0; lane < this.wave; lane++) {
        const isResult = slot.role === 'dst';
        const [low, high] = isResult
          ? this.#oldResult(before, slot, lane)
          : this.#operand(before, slot, lane);
        const register = isResult ? PLAIN_RESULT : PLAIN_SOURCE + slot.source * 4;
        plain.v[register * this.wave + lane] = low;
        if (countDwords(slot.type, this.wave) > 1) plain.v[(register + 1) * this.wave + lane] = high;
      }
    }
    const written = [0, 0];
    for (let lane = 0; lane < this.wave; lane++) {
      if (this.#writes(before, lane)) written[lane >> 5] |= 1 << (lane & 31);
    }
    plain.s[SCALAR.EXEC_LO] = written[0];
    if (this.wave === 64) plain.s[SCALAR.EXEC_HI] = written[1];
  }

  /** Returns the old destination, for operations that read it. */
  #oldResult(before: WaveState, slot: Slot, lane: number): Value {
    const first = (this.#code(slot) - VGPR_BASE) * this.wave + lane;
    return [before.v[first], before.v[first + this.wave] ?? 0];
  }

  #expectedResult(before: WaveState, plain: WaveState, slot: Slot, lane: number): number {
    const old = this.#oldResult(before, slot, lane)[0];
    if (!this.#writes(before, lane)) return old;
    const dword = plain.v[PLAIN_RESULT * this.wave + lane];
    const result = output(dword, this.row.mix ? (this.row.dst ?? 'f32') : slot.type, this.fields, true);
    if (this.encodable.extension === 'sdwa') {
      return placeResult(is16Bit(slot.type) ? result & 0xffff : result, old, this.fields);
    }
    const isUpper = is16Bit(slot.type) && this.#isLong() && this.#bit('op_sel', 3) && !this.row.mix;
    return isUpper ? (old & 0xffff) | (result << 16) : result;
  }

  /**
   * Returns whether the plain result is zero but may be nonzero with omod, which applies before denormals are flushed.
   */
  #isFlushed(plain: WaveState, lane: number): boolean {
    return (this.fields.omod ?? 0) !== 0 && (plain.v[PLAIN_RESULT * this.wave + lane] & 0x7fffffff) === 0;
  }

  #compare(before: WaveState, observed: WaveState, expected: WaveState): string[] {
    const found: string[] = [];
    for (const slot of this.#slots.filter(({ role }) => role === 'dst')) {
      if (slot.type === 'mask') found.push(...this.#compareMask(slot, observed, expected));
      else {
        for (let lane = 0; lane < this.wave; lane++) {
          if (this.#isFlushed(expected, lane)) continue;
          const actual = observed.v[(this.#code(slot) - VGPR_BASE) * this.wave + lane];
          const required = this.#expectedResult(before, expected, slot, lane);
          if (!isSameResult(actual, required, is16Bit(slot.type) ? 'v2f16' : slot.type))
            found.push(`lane ${lane}: ${hex(actual)}, expected ${hex(required)}`);
        }
      }
    }
    return found;
  }

  #compareMask(slot: Slot, observed: WaveState, expected: WaveState): string[] {
    const isLong = hasLongForm(this.row);
    const [code, plain] = [this.#code(slot), isLong ? PLAIN_MASK : SCALAR.VCC_LO];
    return Array.from({ length: this.wave / 32 }, (_, i) => i).flatMap((i) =>
      observed.s[code + i] === expected.s[plain + i]
        ? []
        : [`mask ${i}: ${hex(observed.s[code + i])}, expected ${hex(expected.s[plain + i])}`],
    );
  }
}

function hasLongForm({ format, encodings = 'both' }: VectorRow): boolean {
  return encodings === 'both' || !['vop1', 'vop2', 'vopc'].includes(format);
}

function hex(value: number): string {
  return `0x${(value >>> 0).toString(16)}`;
}
