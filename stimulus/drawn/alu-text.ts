import {
  type AluRow,
  type Form,
  listForms,
  type PrintedInstruction,
  printRunnable,
  SCALAR,
} from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import { pick } from '../kit/chance.js';
import type { Frame } from './frame.js';

/** The registers of an instruction: source i is `4 * i` VGPRs or `2 * i` SGPRs after the first. */
export const OPERANDS = {
  VECTORS: 36,
  RESULT: 48,
  SCALARS: 48,
  MASK: 56,
  MASK_RESULT: 58,
  SCALAR_RESULT: 60,
} as const;

const LITERAL = 255;
const FIRST_VECTOR = 256;

/** The codes of inline constants: integers from 0 to -16, and floats from 0.5 to 1 / (2 * pi). */
const INTEGERS = [128, 129, 130, 143, 144, 160, 191, 192, 193, 208] as const;
const FLOATS = [240, 241, 242, 243, 244, 247, 248] as const;

/** Modifiers that choose the lanes to read, which all forms that have them set, and those that choose parts of registers. */
const ALWAYS = /^(?:dpp_ctrl|lanes)$/;
const OFTEN = /_sel$|^(?:op_sel.*|bound_ctrl|fetch_inactive)$/;

/** How many encodings are tried; many cannot be run. */
const TRIES = 24;

type Slot = Form['slots'][number];

/** Draws the form, operands and modifiers of an instruction. `pickWord` picks literals. Returns undefined on bad luck. */
export function drawInstruction(
  stream: RandomStream,
  { set, dialect }: Frame,
  row: AluRow,
  pickWord: () => number,
): PrintedInstruction | undefined {
  const forms = listForms(row, set);
  for (let i = 0; i < TRIES; i++) {
    const form = pick(stream, forms);
    const fields: Record<string, number> = { ...form.fields };
    // Few instructions have all of a form's modifiers: the later a try, the fewer it has.
    for (const [field, values] of form.modifiers) {
      const odds = ALWAYS.test(field) ? 1 : OFTEN.test(field) ? 2 : 4 + i;
      if (stream.below(odds) === 0) fields[field] = stream.below(values);
    }
    const literals: Slot[] = [];
    for (const slot of form.slots) {
      const code = slot.field === undefined ? 0 : pickCode(stream, row, form, slot, pickWord);
      if (slot.field !== undefined) fields[slot.field] = code;
      if (slot.special === 'literal' || (code === LITERAL && slot.special === undefined)) literals.push(slot);
    }
    const { format } = form;
    const extension = literals.length > 0 ? 'literal' : form.extension;
    const isHalf = literals.some(({ type }) => /^.16$/.test(type));
    const encodable = { format, extension, fields, literal: pickWord() & (isHalf ? 0xffff : -1) } as const;
    const printed = printRunnable(encodable, set, dialect.wave);
    if (printed !== undefined) return printed;
  }
  return undefined;
}

/** Picks what the field of an operand contains. */
function pickCode(
  stream: RandomStream,
  row: AluRow,
  { extension, format }: Form,
  { role, type, field, base, source, special }: Slot,
  pickWord: () => number,
): number {
  if (special === 'immediate') return pickWord() & 0xffff;
  if (type === 'mask')
    return pick(stream, [SCALAR.VCC_LO, role === 'dst' ? OPERANDS.MASK_RESULT : OPERANDS.MASK]);
  if (role === 'dst') return base === 0 ? OPERANDS.SCALAR_RESULT : OPERANDS.RESULT;
  const vector = OPERANDS.VECTORS + 4 * source + (/y\d$/.test(field!) ? 1 : 0);
  if (base !== 0) return vector;
  const scalar = OPERANDS.SCALARS + 2 * source;
  if (field === 'sdst' || (extension === 'sdwa' && field === 'x_src0')) return scalar;
  const isVector = takesVector(row, format, source);
  const choice = stream.below(8);
  if (isVector === true || (isVector === undefined && choice < 6)) return FIRST_VECTOR + vector;
  if (choice < 5 || (choice === 6 && stream.below(2) === 0)) return scalar;
  if (choice === 7 && extension === 'none' && takesLiteral(row)) return LITERAL;
  const isInteger = /^(?:v2)?[iu]/.test(type) || (format === 'vop3p' && type === 'b32');
  return pick(stream, isInteger || stream.below(2) === 0 ? INTEGERS : FLOATS);
}

/** Whether a literal is not one already, and not of one of two types. */
function takesLiteral(row: AluRow): boolean {
  if (row.family === 'scalar') return row.literalAt === undefined;
  return row.family !== 'vector' || (row.literalAt === undefined && row.mix === undefined);
}

/** Whether a source is a VGPR; undefined if it may also be a scalar. */
function takesVector(row: AluRow, format: Form['format'], source: number): boolean | undefined {
  if (row.family === 'interpolation' || (row.family !== 'scalar' && row.relative !== undefined)) return true;
  if (row.family === 'cross-lane') return row.vectorOp === undefined && source < (row.vectorSources ?? 1);
  return format.startsWith('sop') ? false : undefined;
}
