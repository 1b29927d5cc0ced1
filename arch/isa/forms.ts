import type { Gfx, WaveSize } from '../chips.js';
import { getGeneration, type InstructionSet } from '../instruction-set.js';
import { isAtLeast } from '../since-generation.js';
import { SCALAR } from '../wave-state.js';
import { type Encodable, encode } from './encode.js';
import {
  type Extension,
  getExtensionFields,
  SOURCE_DPP8,
  SOURCE_DPP16,
  SOURCE_SDWA,
} from './formats/extension.js';
import { type FormatName, getLayout } from './formats/index.js';
import type { Fields } from './formats/layout.js';
import type { Instruction } from './instruction.js';
import { is16Bit, isFloat, isWide } from './operand-type.js';
import { parseOnce } from './parse/assemble.js';
import { ParseError } from './parse/tokens.js';
import { printInstruction } from './print/index.js';
import { decodeProgram } from './program.js';
import type { InterpolationRow, VectorRow } from './rows/row.js';
import { getName, getOpcode } from './rows/row-base.js';
import { getCrossLaneSlots, getDualSlots, getScalarSlots, getVectorSlots, type Slot } from './slots.js';
import { type AluRow, getLongForm, isShort, listAluRows } from './table.js';

/** A way to encode an arithmetic instruction. */
export interface Form {
  readonly format: FormatName;
  readonly extension: Extension;
  /** The opcode, and the default values of modifiers. */
  readonly fields: Fields;
  /** The operands, whose fields the form leaves open. */
  readonly slots: readonly Slot[];
  /** The fields of modifiers and how many values each can encode, not all of which every instruction has. */
  readonly modifiers: readonly (readonly [field: string, values: number])[];
}

/** The results of a dual instruction, v48 and v49. */
const DUAL_RESULTS = { vdstx: 48, vdsty: 24 };

/** Returns the forms that an arithmetic instruction may have. Not all of them can be run. */
export function listForms(row: AluRow, set: InstructionSet): readonly Form[] {
  const gfx = getGeneration(set);
  const own = { format: row.format, opcode: getOpcode(row, gfx) };
  if (row.family === 'vector') return listVectorForms(row, gfx);
  if (row.family === 'scalar') return [makeForm(gfx, own, getScalarSlots(row))];
  if (row.family === 'interpolation') return [makeForm(gfx, own, getInterpolationSlots(row))];
  if (row.family === 'cross-lane') {
    const { format, opcode } = row.format === 'vop3' ? getLongForm(row, gfx) : own;
    const shape = { gfx, format, encoding: 'only', extension: 'none', scalarSources: 0 } as const;
    const form = makeForm(gfx, { format, opcode }, getCrossLaneSlots(row, shape));
    return [row.readsDestination && row.usesExec ? form : { ...form, modifiers: [] }];
  }
  return listAluRows(set).flatMap((second) => {
    if (second.family !== 'dual') return [];
    const fields = { ...DUAL_RESULTS, opy: getOpcode(second, gfx) };
    const slots = [...getDualSlots(row.single, 'x', fields), ...getDualSlots(second.single, 'y', fields)];
    return [makeForm(gfx, own, slots, 'none', fields)];
  });
}

/** Fields that are not modifiers of an operand: opcodes, registers and the attribute. */
const NOT_MODIFIERS = /^(?:op|opy|attr|vdst.?|vsrc|src\d|x_src0|ss?rc.*|sdst|src\d_scalar)$/;

function makeForm(
  gfx: Gfx,
  { format, opcode }: { readonly format: FormatName; readonly opcode: number },
  slots: readonly Slot[],
  extension: Extension = 'none',
  fields: Fields = {},
): Form {
  const encoded = { ...getLayout(format, gfx).fields, ...getExtensionFields(extension, format) };
  const modifiers = Object.entries(encoded).flatMap(([field, pieces]) =>
    NOT_MODIFIERS.test(field)
      ? []
      : [[field, 2 ** pieces.reduce((sum, [, width]) => sum + width, 0)] as const],
  );
  return { format, extension, fields: { ...fields, op: opcode }, slots, modifiers };
}

/** Returns the operands of an interpolation. If it reads LDS, that is the first attribute. */
function getInterpolationSlots({ format, interpolation }: InterpolationRow): readonly Slot[] {
  const result: Slot = { role: 'dst', type: 'f32', field: 'vdst', base: 256, source: -1 };
  const numbers = format === 'vinterp' ? [0, 1, 2] : interpolation === 'half-p1' ? [1] : [1, 2];
  if (format === 'vintrp') return [result, { ...result, role: 'src', field: 'vsrc', source: 0 }];
  return [
    result,
    ...numbers.map((i): Slot => ({ ...result, role: 'src', field: `src${i}`, base: 0, source: i })),
  ];
}

const EXTENSIONS: readonly Extension[] = ['none', 'sdwa', 'dpp16', 'dpp8'];

/** The default fields of extensions. */
const DEFAULTS: Readonly<Partial<Record<Extension, Fields>>> = {
  sdwa: { src0: SOURCE_SDWA, dst_sel: 6, src0_sel: 6, src1_sel: 6 },
  dpp16: { src0: SOURCE_DPP16, row_mask: 15, bank_mask: 15, dpp_ctrl: 0xe4 },
  dpp8: { src0: SOURCE_DPP8 },
};

/** Returns whether the operands of an operation can have a modifier; other fields are no concern of theirs. */
function hasModifier(row: VectorRow, format: FormatName, field: string): boolean {
  const { dst, sources, exact, mix, signVariants } = row;
  const isPacked = format === 'vop3p';
  const isFloatResult = dst !== undefined && (isFloat(dst) || dst === 'v2f16');
  if (field === 'omod') return dst === 'f32' || dst === 'f64';
  if (field === 'clamp') return isFloatResult || exact !== undefined;
  if (field.startsWith('op_sel'))
    return row.requiresDefaultHalves !== true && (isPacked || [...sources, dst ?? 'b32'].some(is16Bit));
  if (!/neg|abs/.test(field)) return true;
  if (isPacked)
    return dst === 'v2f16' || mix !== undefined || (field === 'neg' && signVariants !== undefined);
  return sources.some(isFloat) || row.name === 'v_cndmask_b32';
}

/** Matches operations for which the assembler has no form with DPP, or no long one. */
const NO_DPP = /^v_f?mac_(?:legacy|dx9_zero)_f32$/;
const NO_LONG_DPP = /^v_(?:mul_lo|mul_hi_[iu]32$|mov_b16|div_|fma_dx9|fmac_dx9)/;

function listVectorForms(row: VectorRow, gfx: Gfx): readonly Form[] {
  const name = getName(row, gfx);
  const types = row.dst === undefined ? row.sources : [row.dst, ...row.sources];
  const encodings = isShort(row.format) ? [{ format: row.format, opcode: getOpcode(row, gfx) }] : [];
  if ((row.encodings ?? 'both') === 'both') encodings.push(getLongForm(row, gfx));
  return encodings.flatMap(({ format, opcode }) => {
    const isLong = format.startsWith('vop3');
    const writesExec = row.writesExec === true && format === 'vop3' && gfx !== 'gfx9';
    return EXTENSIONS.flatMap((extension) => {
      if (extension !== 'none' && types.some(isWide)) return [];
      if (extension === 'sdwa' && (isLong || isAtLeast(gfx, 'gfx11'))) return [];
      const hasDpp = isAtLeast(gfx, 'gfx11')
        ? !NO_LONG_DPP.test(name) || !isLong
        : !isLong && format !== 'vopc';
      const isLate = row.dst === 'v2f16' && !isAtLeast(gfx, 'gfx11');
      if (extension.startsWith('dpp') && (!hasDpp || isLate || NO_DPP.test(name))) return [];
      // Of the sources of SDWA, one may be a scalar.
      return (extension === 'sdwa' ? [0, 1] : [0]).map((scalarSources) => {
        const slots = getVectorSlots(row, { gfx, format, encoding: 'only', extension, scalarSources });
        const fields = {
          ...DEFAULTS[extension],
          ...(scalarSources === 0 ? {} : { src0_scalar: 1 }),
          ...(format === 'vop3p' && row.mix === undefined ? { op_sel_hi: 7 } : {}),
          ...(writesExec ? { vdst: SCALAR.EXEC_LO } : {}),
        };
        const form = makeForm(gfx, { format, opcode }, slots, extension, fields);
        return { ...form, modifiers: form.modifiers.filter(([field]) => hasModifier(row, format, field)) };
      });
    });
  });
}

/** An instruction with its text. */
export type PrintedInstruction = Pick<Instruction, 'uses' | 'defines'> & { readonly text: string };

/** Decodes and prints an arithmetic instruction. Returns undefined if it cannot be run, or its text not be assembled. */
export function printRunnable(
  encodable: Encodable,
  set: InstructionSet,
  wave: WaveSize,
): PrintedInstruction | undefined {
  const gfx = getGeneration(set);
  const words = encode(encodable, gfx);
  const [instruction] = decodeProgram(words, set, wave).instructions;
  if (instruction?.kind !== 'alu' || instruction.words.length !== words.length) return undefined;
  const text = printInstruction(instruction, gfx, wave);
  try {
    const assembled = parseOnce(text, gfx);
    return assembled.every((word, i) => word === words[i] >>> 0) ? { ...instruction, text } : undefined;
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}
