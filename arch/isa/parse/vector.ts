import type { Gfx } from '../../chips.js';
import {
  type Extension,
  getExtensionFields,
  SOURCE_DPP8,
  SOURCE_DPP8_FETCH_INACTIVE,
  SOURCE_DPP16,
  SOURCE_SDWA,
} from '../formats/extension.js';
import { getLayout } from '../formats/index.js';
import { DPP_WITH_AMOUNT, DPP_WITHOUT_AMOUNT } from '../print/dpp.js';
import { OMOD_NAMES, SELECTOR_NAMES, UNUSED_NAMES } from '../print/vector.js';
import type { CrossLaneRow, DualRow, VectorRow } from '../rows/row.js';
import { getOpcode } from '../rows/row-base.js';
import {
  getCrossLaneSlots,
  getDualSlots,
  getVectorSlots,
  type Shape,
  type Slot,
  VGPR_BASE,
} from '../slots.js';
import { type Encoding, getLongForm } from '../table.js';
import { FieldBuilder } from './builder.js';
import { type ParsedOperand, parseOperand, parseRegister } from './operand.js';
import { ParseError, parseInteger, parseList, type Tokens } from './tokens.js';

type Modifiers = ReadonlyMap<string, string>;

/** Packs a bracketed list of numbers into `width` bits each. */
function packList(text: string, width: number): number {
  return parseList(text).reduce((bits, number, i) => bits | (parseInteger(number) << (width * i)), 0);
}

function parseControl(modifiers: Modifiers): number {
  const quad = modifiers.get('quad_perm');
  if (quad !== undefined) return packList(quad, 2);
  for (const [name, value] of modifiers) {
    const fullName = value === '' ? name : `${name}:${value}`;
    const withoutAmount = Object.entries(DPP_WITHOUT_AMOUNT).find(([, control]) => control === fullName);
    if (withoutAmount !== undefined) return Number(withoutAmount[0]);
    const withAmount = Object.entries(DPP_WITH_AMOUNT).find(([, control]) => control === name);
    if (withAmount !== undefined) return Number(withAmount[0]) | parseInteger(value);
  }
  throw new ParseError('a DPP control', [...modifiers.keys()].join(' '));
}

function parseDpp(builder: FieldBuilder, modifiers: Modifiers, extension: 'dpp16' | 'dpp8'): void {
  const fetchInactive = modifiers.get('fi') === '1';
  if (extension === 'dpp8') {
    builder.set('lanes', packList(modifiers.get('dpp8') ?? '', 3));
    if (fetchInactive) builder.set('src0', SOURCE_DPP8_FETCH_INACTIVE);
    return;
  }
  builder.set('dpp_ctrl', parseControl(modifiers));
  builder.set('row_mask', parseInteger(modifiers.get('row_mask') ?? '0xf'));
  builder.set('bank_mask', parseInteger(modifiers.get('bank_mask') ?? '0xf'));
  builder.set('bound_ctrl', modifiers.has('bound_ctrl') ? 1 : 0);
  builder.set('fetch_inactive', fetchInactive ? 1 : 0);
}

/** The vector encoding that a mnemonic's suffix selects. */
export interface VectorForm {
  readonly encoding: Encoding;
  readonly extension: 'none' | 'sdwa' | 'dpp';
}

function getNameIndex(names: readonly string[], name: string): number {
  const index = names.indexOf(name);
  if (index < 0) throw new ParseError(`one of ${names.join(' ')}`, name);
  return index;
}

/** Packs a list of bits such as `[0,1,1]`, starting at bit 0. */
export function packBits(text: string): number {
  return packList(text, 1);
}

function isLong(builder: FieldBuilder): boolean {
  return builder.format.startsWith('vop3');
}

function setSourceModifiers(builder: FieldBuilder, row: VectorRow, slot: Slot, parsed: ParsedOperand): void {
  const { source } = slot;
  if (isLong(builder)) {
    if (parsed.neg || parsed.sext) builder.add('neg', 1 << source);
    if (parsed.abs) builder.add(row.mix ? 'neg_hi' : 'abs', 1 << source);
    return;
  }
  if (parsed.neg) builder.set(`src${source}_neg`, 1);
  if (parsed.abs) builder.set(`src${source}_abs`, 1);
  if (parsed.sext) builder.set(`src${source}_sext`, 1);
}

/** Parses the bits of op_sel. In VOP3, the last list element applies to the destination and goes into bit 3. */
function parseHalfSelectors({ format }: FieldBuilder, text: string): number {
  const count = parseList(text).length;
  const bits = packBits(text);
  if (format !== 'vop3' || count < 2) return bits;
  return (bits & ((1 << (count - 1)) - 1)) | ((bits >>> (count - 1)) << 3);
}

/** Sets op_sel_hi and the neg bits of a packed operation. Unused sources count as high, which is also the default. */
function setPackedModifiers(
  builder: FieldBuilder,
  row: VectorRow,
  readBits: (name: string, fallback: number) => number,
): void {
  const unusedSources = 7 & ~((1 << row.sources.length) - 1);
  builder.set('op_sel_hi', readBits('op_sel_hi', 7) | unusedSources);
  builder.set('neg', readBits('neg_lo', 0));
  builder.set('neg_hi', readBits('neg_hi', 0));
}

/** Sets clamp and omod. */
export function setResultModifiers(builder: FieldBuilder, { modifiers }: Tokens): void {
  if (modifiers.has('clamp')) builder.set('clamp', 1);
  for (const name of ['mul', 'div']) {
    if (modifiers.has(name)) builder.set('omod', getNameIndex(OMOD_NAMES, `${name}:${modifiers.get(name)}`));
  }
}

function setOutputModifiers(builder: FieldBuilder, row: VectorRow, tokens: Tokens): void {
  const { modifiers } = tokens;
  setResultModifiers(builder, tokens);
  const readBits = (name: string, fallback: number) =>
    modifiers.has(name) ? packBits(modifiers.get(name)!) : fallback;
  if (row.mix) builder.set('op_sel_hi', readBits('op_sel_hi', 0));
  else if (builder.format === 'vop3p') setPackedModifiers(builder, row, readBits);
  if (modifiers.has('op_sel')) builder.set('op_sel', parseHalfSelectors(builder, modifiers.get('op_sel')!));
}

function setSelectors(builder: FieldBuilder, { modifiers }: Tokens): void {
  const parseSelector = (name: string) => getNameIndex(SELECTOR_NAMES, modifiers.get(name) ?? 'DWORD');
  if (builder.format !== 'vopc') {
    builder.set('dst_sel', parseSelector('dst_sel'));
    builder.set('dst_unused', getNameIndex(UNUSED_NAMES, modifiers.get('dst_unused') ?? 'UNUSED_PRESERVE'));
  }
  builder.set('src0_sel', parseSelector('src0_sel'));
  if (builder.format !== 'vop1') builder.set('src1_sel', parseSelector('src1_sel'));
}

/**
 * Returns a bit mask of the scalar sources of an SDWA instruction, which determines the base of each slot. Does not
 * include a trailing lane mask.
 */
function findScalarSources(row: VectorRow, form: VectorForm, { operands }: Tokens, gfx: Gfx): number {
  if (form.extension !== 'sdwa') return 0;
  const values = row.sources.filter((type) => type !== 'mask').length;
  const sources = operands.slice(operands.length - row.sources.length).slice(0, values);
  return sources.reduce((bits, text, i) => {
    const { code } = parseOperand(text, 'b32', gfx);
    return code >= VGPR_BASE ? bits : bits | (1 << i);
  }, 0);
}

function makeBuilder(
  row: VectorRow | CrossLaneRow,
  { encoding }: VectorForm,
  gfx: Gfx,
  extension: Extension = 'none',
): FieldBuilder {
  const long = getLongForm(row, gfx);
  if (encoding === 'e64') return new FieldBuilder(gfx, long.format, long.opcode, extension);
  const format = row.format === 'vop3' ? long.format : row.format;
  return new FieldBuilder(gfx, format, getOpcode(row, gfx), extension);
}

const SOURCE_CODES = { sdwa: SOURCE_SDWA, dpp16: SOURCE_DPP16, dpp8: SOURCE_DPP8 };

function makeExtendedBuilder(row: VectorRow, form: VectorForm, tokens: Tokens, gfx: Gfx): FieldBuilder {
  if (form.extension === 'none') return makeBuilder(row, form, gfx);
  const dpp = tokens.modifiers.has('dpp8') ? 'dpp8' : 'dpp16';
  const extension = form.extension === 'sdwa' ? 'sdwa' : dpp;
  const builder = makeBuilder(row, form, gfx, extension);
  builder.set('src0', SOURCE_CODES[extension]);
  if (extension === 'sdwa') setSelectors(builder, tokens);
  else parseDpp(builder, tokens.modifiers, extension);
  return builder;
}

/** Sets the destination of an SDWA comparison, which is VCC by default. Comparisons that only write EXEC have none. */
function setCompareDestination(builder: FieldBuilder, row: VectorRow, tokens: Tokens): void {
  if (builder.extension !== 'sdwa' || builder.format !== 'vopc') return;
  if (row.writesExec && builder.gfx !== 'gfx9') return;
  const isVcc = tokens.operands[0] === 'vcc' || tokens.operands[0] === 'vcc_lo';
  builder.set('sdst_en', isVcc ? 0 : 1);
  if (isVcc) builder.set('sdst', 0);
}

/** Builds the fields of a vector ALU instruction. */
export function parseVector(row: VectorRow, form: VectorForm, tokens: Tokens, gfx: Gfx): FieldBuilder {
  const builder = makeExtendedBuilder(row, form, tokens, gfx);
  const { format, extension } = builder;
  const scalars = findScalarSources(row, form, tokens, gfx);
  const shape: Shape = { gfx, format, encoding: form.encoding, extension, scalarSources: scalars };
  const slots = getVectorSlots(row, shape);
  if (slots.length !== tokens.operands.length) throw new ParseError(`${slots.length} operands`, tokens.rest);
  slots.forEach((slot, i) => {
    setSourceModifiers(builder, row, slot, builder.addOperand(slot, tokens.operands[i]));
  });
  if (extension === 'sdwa') {
    builder.set('src0_scalar', scalars & 1);
    builder.set('src1_scalar', scalars >>> 1);
  }
  setCompareDestination(builder, row, tokens);
  if (row.writesExec && row.dst === undefined && isLong(builder) && gfx !== 'gfx9') builder.set('vdst', 126);
  setOutputModifiers(builder, row, tokens);
  rejectUnencodable(builder, tokens);
  return builder;
}

/**
 * Rejects modifiers that the form cannot encode, so that the parser tries the long form next if the mnemonic has no
 * suffix.
 */
function rejectUnencodable({ fields, format, extension, gfx }: FieldBuilder, { rest }: Tokens): void {
  const encodable = { ...getLayout(format, gfx).fields, ...getExtensionFields(extension, format) };
  const unencodable = Object.entries(fields).find(
    ([field, value]) => value !== 0 && !Object.hasOwn(encodable, field),
  );
  if (unencodable !== undefined) throw new ParseError(`a form that supports ${unencodable[0]}`, rest);
}

/** Builds the fields of a cross-lane instruction. */
export function parseCrossLane(row: CrossLaneRow, form: VectorForm, tokens: Tokens, gfx: Gfx): FieldBuilder {
  const builder = makeBuilder(row, form, gfx);
  const { format, extension } = builder;
  const shape: Shape = { gfx, format, encoding: form.encoding, extension, scalarSources: 0 };
  getCrossLaneSlots(row, shape).forEach((slot, i) => {
    builder.addOperand(slot, tokens.operands[i] ?? '');
  });
  const flags = tokens.modifiers.get('op_sel');
  if (flags !== undefined) builder.set('op_sel', packBits(flags));
  return builder;
}

/** Builds the fields of a dual instruction from the tokens of its two halves. */
export function parseDual(x: DualRow, y: DualRow, halves: readonly [Tokens, Tokens], gfx: Gfx): FieldBuilder {
  const builder = new FieldBuilder(gfx, 'vopd', getOpcode(x, gfx));
  builder.set('opy', getOpcode(y, gfx));
  const registers = halves.map(({ operands }) => (parseRegister(operands[0], gfx) ?? 0) - VGPR_BASE);
  if (((registers[0] ^ registers[1]) & 1) === 0)
    throw new ParseError('one even and one odd destination', halves[1].rest);
  builder.set('vdstx', registers[0]);
  builder.set('vdsty', registers[1] >>> 1);
  ([x, y] as const).forEach((row, half) => {
    const slots = getDualSlots(row.single, half === 0 ? 'x' : 'y', builder.fields);
    const visibleSlots = slots.filter(({ type }) => type !== 'mask');
    visibleSlots.forEach((slot, i) => {
      builder.addOperand(slot, halves[half].operands[i] ?? '');
    });
  });
  return builder;
}
