import type { WaveSize } from '../../../../arch/chips.js';
import { decodeProgram, type Instruction, SCALAR, type WaveState } from '../../../../arch/index.js';
import { getGeneration, type InstructionSet } from '../../../../arch/instruction-set.js';
import { splitInstruction } from '../../../../arch/isa/decode/raw.js';
import { type Encodable, encode } from '../../../../arch/isa/encode.js';
import { SOURCE_DPP8_FETCH_INACTIVE } from '../../../../arch/isa/formats/extension.js';
import { countDwords, is16Bit, type OperandType } from '../../../../arch/isa/operand-type.js';
import type { VectorRow } from '../../../../arch/isa/rows/row.js';
import { getOpcode } from '../../../../arch/isa/rows/row-base.js';
import { getVectorSlots, type Shape, type Slot, VGPR_BASE } from '../../../../arch/isa/slots.js';
import { getLongForm } from '../../../../arch/isa/table.js';
import { DRIVER_MODE, makeWave } from '../../support/machine.js';
import { getHalfValue } from '../numbers/half-value.js';
import {
  applyOutputModifiers,
  applySignModifiers,
  extractSelected,
  isSameResult,
  pickLane,
  pickLaneOfEight,
  placeResult,
  type Value,
} from './by-hand.js';

const UNMODIFIED_RESULT = 200;
/** The first source register of the unmodified instruction. Each further source is four registers higher. */
const UNMODIFIED_SOURCE = 100;
const UNMODIFIED_MASK = 90;

const SINGLE = new DataView(new ArrayBuffer(4));

/** An instruction with modifiers, whose effect on a wave can be checked. */
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
    this.words = encode(encodable, getGeneration(set));
    const raw = splitInstruction(this.words, 0, set);
    if ('reason' in raw) throw new Error(raw.reason);
    this.fields = raw.fields;
    const { src0_scalar: first = 0, src1_scalar: second = 0 } = this.fields;
    this.#slots = getVectorSlots(row, {
      gfx: getGeneration(set),
      format: encodable.format,
      encoding,
      extension: encodable.extension,
      scalarSources: first | (second << 1),
    });
  }

  /**
   * Compares the instruction's effect on a wave with that of the unmodified operation, applying the modifiers to its
   * operands manually. Returns the differences, or none if the instruction is not modelled.
   */
  findDifferences(fill: (state: WaveState) => void): string[] {
    const [modified, observed] = this.#execute(this.words, fill);
    if (modified.kind !== 'alu') return [];
    const initial = this.#makeState(this.words, fill);
    const [unmodified, expected] = this.#execute(this.#makeUnmodifiedWords(), (state) => {
      fill(state);
      this.#setOperands(initial, state);
    });
    if (unmodified.kind !== 'alu') return [`the unmodified form is rejected: ${unmodified.reason}`];
    return this.#compare(initial, observed, expected);
  }

  #makeState(words: readonly number[], fill: (state: WaveState) => void): WaveState {
    const state = makeWave(decodeProgram(words, this.set, this.wave));
    state.hw[1] = DRIVER_MODE;
    fill(state);
    return state;
  }

  #execute(words: readonly number[], fill: (state: WaveState) => void): [Instruction, WaveState] {
    const [instruction] = decodeProgram(words, this.set, this.wave).instructions;
    const state = this.#makeState(words, fill);
    if (instruction.kind === 'alu') instruction.execute(state);
    return [instruction, state];
  }

  #getCode(slot: Slot): number {
    if (slot.fixed !== undefined) return slot.fixed;
    if (slot.field === 'sdst' && this.fields.sdst_en === 0) return SCALAR.VCC_LO;
    return (this.fields[slot.field!] ?? 0) + slot.base;
  }

  #isLong(): boolean {
    return this.encodable.format.startsWith('vop3');
  }

  #hasBit(name: string, source: number): boolean {
    return (((this.fields[name] ?? 0) >>> source) & 1) !== 0;
  }

  /** Returns the words of the same operation with vector register sources and without modifiers. */
  #makeUnmodifiedWords(): number[] {
    const gfx = getGeneration(this.set);
    const isShort = ['vop1', 'vop2', 'vopc'].includes(this.row.format);
    const hasLong = isShort && (this.row.encodings ?? 'both') === 'both';
    const { format, opcode } =
      hasLong || !isShort
        ? getLongForm(this.row, gfx)
        : { format: this.row.format, opcode: getOpcode(this.row, gfx) };
    const fields: Record<string, number> = { op: opcode };
    const shape: Shape = {
      gfx,
      format,
      encoding: hasLong ? 'e64' : 'only',
      extension: 'none',
      scalarSources: 0,
    };
    for (const slot of getVectorSlots(this.row, shape)) {
      if (slot.field === undefined) continue;
      if (slot.role === 'dst')
        fields[slot.field] = slot.type === 'mask' ? UNMODIFIED_MASK : UNMODIFIED_RESULT;
      else if (slot.type === 'mask') fields[slot.field] = this.#getMaskCode(slot.source);
      else fields[slot.field] = UNMODIFIED_SOURCE + slot.source * 4 + VGPR_BASE - slot.base;
    }
    if (format === 'vop3p' && this.row.mix === undefined) fields.op_sel_hi = 7;
    if (this.row.signVariants !== undefined) fields.neg = this.fields.neg ?? 0;
    if (this.row.writesExec && this.row.dst === undefined && format === 'vop3' && gfx !== 'gfx9')
      fields.vdst = 126;
    return encode({ format, extension: 'none', fields, literal: 0 }, gfx);
  }

  #getMaskCode(source: number): number {
    return this.#getCode(this.#slots.find((slot) => slot.role === 'src' && slot.source === source)!);
  }

  /** Returns the lane from which `lane` reads its first source, or undefined if there is none. */
  #findSourceLane(lane: number): number | undefined {
    const { extension } = this.encodable;
    if (extension === 'dpp8') return pickLaneOfEight(lane, this.fields.lanes);
    return extension === 'dpp16' ? pickLane(lane, this.fields.dpp_ctrl, getGeneration(this.set)) : lane;
  }

  #isActive(state: WaveState, lane: number): boolean {
    return ((state.s[SCALAR.EXEC_LO + (lane >> 5)] >>> (lane & 31)) & 1) !== 0;
  }

  /** Returns whether `lane` has a readable source lane. Inactive ones are readable only if the encoding allows it. */
  #hasReadableSource(state: WaveState, lane: number): boolean {
    const sourceLane = this.#findSourceLane(lane);
    if (sourceLane === undefined || sourceLane >= this.wave) return false;
    const readsInactive =
      this.encodable.extension === 'dpp8'
        ? this.fields.src0 === SOURCE_DPP8_FETCH_INACTIVE
        : getGeneration(this.set) !== 'gfx9' && this.fields.fetch_inactive === 1;
    return readsInactive || this.#isActive(state, sourceLane);
  }

  #writesLane(state: WaveState, lane: number): boolean {
    if (!this.#isActive(state, lane)) return false;
    const { extension } = this.encodable;
    if (extension !== 'dpp16') return true;
    const { row_mask: rows, bank_mask: banks, bound_ctrl: zero } = this.fields;
    const participates = (rows >> (lane >> 4)) & (banks >> ((lane >> 2) & 3)) & 1;
    return participates !== 0 && (zero === 1 || this.#hasReadableSource(state, lane));
  }

  #read(state: WaveState, slot: Slot, lane: number): Value {
    const code = this.#getCode(slot);
    if (code < VGPR_BASE) return [state.s[code], state.s[code + 1]];
    const gathers = slot.source === 0 && this.encodable.extension.startsWith('dpp');
    if (gathers && !this.#hasReadableSource(state, lane)) return [0, 0];
    const sourceLane = gathers ? this.#findSourceLane(lane)! : lane;
    const first = (code - VGPR_BASE) * this.wave + sourceLane;
    return [state.v[first], state.v[first + this.wave] ?? 0];
  }

  /** Returns a lane's source with the modifiers applied, as input to the unmodified operation. */
  #readOperand(state: WaveState, slot: Slot, lane: number): Value {
    const { source, type } = slot;
    const [low, high] = this.#read(state, slot, lane);
    if (this.row.mix !== undefined) return this.#readMixed(low, source);
    if (this.encodable.format === 'vop3p') return this.#readPacked(low, type, source);
    const isSdwa = this.encodable.extension === 'sdwa';
    const selected = isSdwa
      ? extractSelected(low, this.fields[`src${source}_sel`] ?? 6, this.fields[`src${source}_sext`] === 1)
      : extractSelected(
          low,
          is16Bit(type) && this.#hasBit('op_sel', source) && this.#isLong() ? 5 : 6,
          false,
        );
    const hasSign = (name: string) =>
      this.#isLong() ? this.#hasBit(name, source) : this.fields[`src${source}_${name}`] === 1;
    return applySignModifiers([selected, high], type, hasSign('abs'), hasSign('neg'));
  }

  #readMixed(dword: number, source: number): Value {
    const half = extractSelected(dword, this.#hasBit('op_sel', source) ? 5 : 4, false);
    SINGLE.setInt32(0, dword);
    if (this.#hasBit('op_sel_hi', source)) SINGLE.setFloat32(0, getHalfValue(half));
    return applySignModifiers(
      [SINGLE.getInt32(0), 0],
      'f32',
      this.#hasBit('neg_hi', source),
      this.#hasBit('neg', source),
    );
  }

  #readPacked(dword: number, type: OperandType, source: number): Value {
    if (!type.startsWith('v2')) return [dword, 0];
    const selectHalf = (select: string, neg: string) =>
      extractSelected(dword, this.#hasBit(select, source) ? 5 : 4, false) ^
      (this.#hasBit(neg, source) ? 0x8000 : 0);
    return [selectHalf('op_sel', 'neg') | (selectHalf('op_sel_hi', 'neg_hi') << 16), 0];
  }

  #setOperands(initial: WaveState, unmodified: WaveState): void {
    for (const slot of this.#slots) {
      if (slot.type === 'mask') continue;
      for (let lane = 0; lane < this.wave; lane++) {
        const isResult = slot.role === 'dst';
        const [low, high] = isResult
          ? this.#readOldResult(initial, slot, lane)
          : this.#readOperand(initial, slot, lane);
        const register = isResult ? UNMODIFIED_RESULT : UNMODIFIED_SOURCE + slot.source * 4;
        unmodified.v[register * this.wave + lane] = low;
        if (countDwords(slot.type, this.wave) > 1) unmodified.v[(register + 1) * this.wave + lane] = high;
      }
    }
    const activeLanes = [0, 0];
    for (let lane = 0; lane < this.wave; lane++) {
      if (this.#writesLane(initial, lane)) activeLanes[lane >> 5] |= 1 << (lane & 31);
    }
    unmodified.s[SCALAR.EXEC_LO] = activeLanes[0];
    if (this.wave === 64) unmodified.s[SCALAR.EXEC_HI] = activeLanes[1];
  }

  #readOldResult(initial: WaveState, slot: Slot, lane: number): Value {
    const first = (this.#getCode(slot) - VGPR_BASE) * this.wave + lane;
    return [initial.v[first], initial.v[first + this.wave] ?? 0];
  }

  #computeExpectedResult(initial: WaveState, unmodified: WaveState, slot: Slot, lane: number): number {
    const old = this.#readOldResult(initial, slot, lane)[0];
    if (!this.#writesLane(initial, lane)) return old;
    const dword = unmodified.v[UNMODIFIED_RESULT * this.wave + lane];
    const result = applyOutputModifiers(
      dword,
      this.row.mix ? (this.row.dst ?? 'f32') : slot.type,
      this.fields,
      true,
    );
    if (this.encodable.extension === 'sdwa') {
      return placeResult(is16Bit(slot.type) ? result & 0xffff : result, old, this.fields);
    }
    const isUpper = is16Bit(slot.type) && this.#isLong() && this.#hasBit('op_sel', 3) && !this.row.mix;
    return isUpper ? (old & 0xffff) | (result << 16) : result;
  }

  /**
   * Returns whether the unmodified result is zero but may be nonzero with omod, which applies before denormals are
   * flushed.
   */
  #isFlushed(unmodified: WaveState, lane: number): boolean {
    return (
      (this.fields.omod ?? 0) !== 0 && (unmodified.v[UNMODIFIED_RESULT * this.wave + lane] & 0x7fffffff) === 0
    );
  }

  #compare(initial: WaveState, observed: WaveState, expected: WaveState): string[] {
    const differences: string[] = [];
    for (const slot of this.#slots.filter(({ role }) => role === 'dst')) {
      if (slot.type === 'mask') differences.push(...this.#compareMask(slot, observed, expected));
      else {
        for (let lane = 0; lane < this.wave; lane++) {
          if (this.#isFlushed(expected, lane)) continue;
          const actual = observed.v[(this.#getCode(slot) - VGPR_BASE) * this.wave + lane];
          const required = this.#computeExpectedResult(initial, expected, slot, lane);
          if (!isSameResult(actual, required, is16Bit(slot.type) ? 'v2f16' : slot.type))
            differences.push(`lane ${lane}: expected ${hex(required)}, got ${hex(actual)}`);
        }
      }
    }
    return differences;
  }

  #compareMask(slot: Slot, observed: WaveState, expected: WaveState): string[] {
    const isLong = hasLongForm(this.row);
    const [code, unmodified] = [this.#getCode(slot), isLong ? UNMODIFIED_MASK : SCALAR.VCC_LO];
    return Array.from({ length: this.wave / 32 }, (_, i) => i).flatMap((i) =>
      observed.s[code + i] === expected.s[unmodified + i]
        ? []
        : [`mask ${i}: expected ${hex(expected.s[unmodified + i])}, got ${hex(observed.s[code + i])}`],
    );
  }
}

function hasLongForm({ format, encodings = 'both' }: VectorRow): boolean {
  return encodings === 'both' || !['vop1', 'vop2', 'vopc'].includes(format);
}

function hex(value: number): string {
  return `0x${(value >>> 0).toString(16)}`;
}
