import type { Gfx } from '../../chips.js';
import { factsOf } from '../../generation-facts.js';
import { decodeInlineConstant } from '../constants.js';
import type { Encodable } from '../encode.js';
import { type Extension, SOURCE_LITERAL } from '../formats/extension.js';
import type { FormatName } from '../formats/index.js';
import type { OperandType } from '../operand-type.js';
import { type Slot, VGPR_BASE } from '../slots.js';
import { type ParsedOperand, parseOperand } from './operand.js';
import { ParseError } from './tokens.js';

/** Collects the fields of an instruction during parsing. */
export class FieldBuilder {
  readonly fields: Record<string, number>;
  literal: number | undefined;

  constructor(
    readonly gfx: Gfx,
    readonly format: FormatName,
    opcode: number,
    readonly extension: Extension = 'none',
  ) {
    this.fields = { op: opcode };
  }

  set(field: string, value: number): void {
    this.fields[field] = value;
  }

  /** Sets additional bits in a field shared by several operands. */
  add(field: string, bits: number): void {
    this.fields[field] = (this.fields[field] ?? 0) | bits;
  }

  /** Parses an operand into a slot. The caller handles the modifiers. */
  addOperand(slot: Slot, text: string): ParsedOperand {
    const parsed = parseOperand(text, slot.type, this.gfx);
    if (parsed.code === SOURCE_LITERAL) this.#takeLiteral(parsed.literal, text);
    if (slot.special === 'literal') this.literal ??= this.#convertInlineToLiteral(parsed, slot.type, text);
    else if (slot.fixed !== undefined) this.#expectFixed(slot, parsed.code, text);
    else this.#setCode(slot, parsed.code, text);
    return parsed;
  }

  /** Returns the finished instruction. */
  build(): Encodable {
    const extension = this.literal === undefined ? this.extension : 'literal';
    return { format: this.format, extension, fields: this.fields, literal: this.literal ?? 0 };
  }

  #takeLiteral(literal: number, text: string): void {
    if (!factsOf(this.gfx).longFormsTakeLiterals && this.format.startsWith('vop3'))
      throw new ParseError(`an inline constant; this format accepts no literals on ${this.gfx}`, text);
    if (this.literal !== undefined && this.literal !== literal) throw new ParseError('one literal', text);
    this.literal = literal;
  }

  /** Returns the value of an inline constant as a literal, for instructions that always encode a separate literal. */
  #convertInlineToLiteral({ code }: ParsedOperand, type: OperandType, text: string): number {
    const constant = decodeInlineConstant(code, type);
    if (constant === undefined) throw new ParseError('a literal', text);
    return constant.low;
  }

  #expectFixed(slot: Slot, code: number, text: string): void {
    if (code !== slot.fixed) throw new ParseError(`operand code ${slot.fixed}`, text);
  }

  #setCode(slot: Slot, code: number, text: string): void {
    const value = code - slot.base;
    const isVector = code >= VGPR_BASE;
    if (value < 0 || (slot.base === VGPR_BASE) !== isVector) {
      const allowsBoth = slot.field?.includes('src') === true && slot.base === 0;
      if (value < 0 || !allowsBoth)
        throw new ParseError(slot.base === VGPR_BASE ? 'a VGPR' : 'a scalar operand', text);
    }
    this.set(slot.field!, value);
  }
}
