import type { Gfx } from '../../chips.js';
import { isAtLeast } from '../../since-generation.js';
import { encodeOffset } from '../addressing.js';
import { getNullCode } from '../generation.js';
import { DIMENSIONS } from '../print/image.js';
import { DATA_FORMAT_PREFIX, DEFAULT_FORMAT, FORMAT_PREFIX, NUMBER_FORMAT_PREFIX } from '../print/memory.js';
import { fillsLds, getLdsFields, type MemoryRow } from '../rows/memory-row.js';
import { getOpcode } from '../rows/row-base.js';
import { getHintNumber, getScopeNumber, returnsOldValue } from '../scope.js';
import { VGPR_BASE } from '../slots.js';
import { parseSwizzleOffset } from '../swizzle.js';
import { getFormat, SEGMENTS } from '../table.js';
import { DATA_FORMAT_NAMES, getBufferFormatNumber, NUMBER_FORMAT_NAMES } from '../texels/format-numbers.js';
import { FieldBuilder } from './builder.js';
import { parseOperand, parseRegister } from './operand.js';
import { ParseError, parseInteger, parseList, type Tokens } from './tokens.js';

const NUMBER_SHIFT = 4;

function parseGfx9Format(names: readonly string[]): number {
  let [data, number] = [DEFAULT_FORMAT, 0];
  for (const name of names) {
    const asData = DATA_FORMAT_NAMES.findIndex((format) => name === `${DATA_FORMAT_PREFIX}${format}`);
    const asNumber = NUMBER_FORMAT_NAMES.findIndex((format) => name === `${NUMBER_FORMAT_PREFIX}${format}`);
    if (asData < 0 && asNumber < 0) throw new ParseError('a gfx9 buffer format', name);
    if (asData >= 0) data = asData;
    else number = asNumber;
  }
  return data | (number << NUMBER_SHIFT);
}

/** Returns the format given by a typed buffer access's modifier, or the default if there is no modifier. */
function parseFormat(text: string | undefined, gfx: Gfx): number {
  if (text === undefined) return DEFAULT_FORMAT;
  if (!text.startsWith('[')) {
    const number = parseInteger(text);
    if (number < 0 || number > 127) throw new ParseError('a buffer format from 0 to 127', text);
    return number;
  }
  const names = parseList(text);
  if (gfx === 'gfx9') return parseGfx9Format(names);
  const isName = names.length === 1 && names[0].startsWith(FORMAT_PREFIX);
  const number = isName ? getBufferFormatNumber(names[0].slice(FORMAT_PREFIX.length), gfx) : -1;
  if (number < 0) throw new ParseError(`a ${gfx} buffer format`, text);
  return number;
}

/** Value that assemblers write to the format field of untyped accesses. */
const UNTYPED_FORMAT = 1;

const FLAGS = 'glc slc dlc idxen offen unorm a16 r128 tfe lwe da d16 gds lds'.split(' ');

function setFlags(builder: FieldBuilder, { modifiers }: Tokens): void {
  for (const name of FLAGS) if (modifiers.has(name)) builder.set(name, 1);
}

/** Sets the scope and the temporal hint of an access. */
export function setScopeAndHint(
  { access }: Pick<MemoryRow, 'access'>,
  builder: FieldBuilder,
  { modifiers }: Tokens,
): void {
  const scopeText = modifiers.get('scope');
  const scope = scopeText === undefined ? 0 : getScopeNumber(scopeText);
  if (scope === undefined) throw new ParseError('a scope', scopeText!);
  const hint = modifiers.get('th');
  const th = hint === undefined ? 0 : getHintNumber(access, hint, scope);
  if (th === undefined) throw new ParseError('a temporal hint', hint!);
  if (scopeText !== undefined) builder.set('scope', scope);
  if (hint !== undefined) builder.set('th', th);
}

function parseVectorRegister(text: string, gfx: Gfx): number {
  const code = parseRegister(text, gfx) ?? 0;
  if (code < VGPR_BASE) throw new ParseError('a VGPR', text);
  return code - VGPR_BASE;
}

function parseScalarRegister(text: string, gfx: Gfx): number {
  const code = parseRegister(text, gfx);
  if (code === undefined || code >= VGPR_BASE) throw new ParseError('a scalar register', text);
  return code;
}

function parseIntegerModifier(tokens: Tokens, name: string): number {
  const text = tokens.modifiers.get(name);
  return text === undefined ? 0 : parseInteger(text);
}

function setScalarOffset(builder: FieldBuilder, text: string, tokens: Tokens, gfx: Gfx): void {
  const register = parseRegister(text, gfx);
  const encode = (value: number) => encodeOffset('smem', value, gfx);
  const modifierOffset = encode(parseIntegerModifier(tokens, 'offset'));
  if (gfx !== 'gfx9') {
    builder.set('soffset', register ?? getNullCode(gfx));
    builder.set('offset', register === undefined ? encode(parseInteger(text)) : modifierOffset);
    return;
  }
  const hasBoth = register !== undefined && tokens.modifiers.has('offset');
  builder.set('imm', register === undefined || hasBoth ? 1 : 0);
  builder.set('soffset_en', hasBoth ? 1 : 0);
  if (hasBoth) builder.set('soffset', register);
  builder.set('offset', hasBoth ? modifierOffset : (register ?? encode(parseInteger(text))));
}

function parseScalarMemory(row: MemoryRow, builder: FieldBuilder, tokens: Tokens, gfx: Gfx): void {
  const operands = [...tokens.operands];
  if (row.shape === 'probe') builder.set('sdata', parseInteger(operands.shift() ?? '') & 0x7f);
  else if (row.shape !== 'address') builder.set('sdata', parseScalarRegister(operands.shift() ?? '', gfx));
  if (row.shape === 'result') return;
  const [base = '', offset = ''] = operands;
  builder.set('sbase', parseScalarRegister(base, gfx) >>> 1);
  setScalarOffset(builder, offset, tokens, gfx);
}

function parseBuffer(row: MemoryRow, builder: FieldBuilder, tokens: Tokens, gfx: Gfx): void {
  const operands = [...tokens.operands];
  const isLds = fillsLds(row, { lds: Number(tokens.modifiers.has('lds')) });
  if (!isLds) builder.set('vdata', parseVectorRegister(operands.shift() ?? '', gfx));
  const [address = '', descriptor = '', offset = ''] = operands;
  builder.set('vaddr', address === 'off' ? 0 : parseVectorRegister(address, gfx));
  builder.set('srsrc', parseScalarRegister(descriptor, gfx) >>> 2);
  builder.set('soffset', parseOperand(offset, 'u32', gfx).code);
  builder.set('offset', encodeBufferOffset(parseIntegerModifier(tokens, 'offset'), gfx));
}

/**
 * Encodes a buffer offset as a field. Before GFX12, values that are too large for the field are passed through, and the
 * final check rejects them.
 */
function encodeBufferOffset(value: number, gfx: Gfx): number {
  return isAtLeast(gfx, 'gfx12') ? encodeOffset('mubuf', value, gfx) : value;
}

/** Sets the address registers: one range, or a list of separate registers for `vaddr`, `addr1`, `addr2`, etc. */
function setImageAddress(builder: FieldBuilder, text: string, gfx: Gfx): void {
  if (!text.startsWith('[')) {
    if (isAtLeast(gfx, 'gfx12') && text.includes(':'))
      throw new ParseError('a list of address registers', text);
    builder.set('vaddr', parseVectorRegister(text, gfx));
    return;
  }
  const [first, ...others] = parseList(text).map((element) => parseVectorRegister(element, gfx));
  builder.set('vaddr', first);
  if (!isAtLeast(gfx, 'gfx12')) builder.set('nsa', Math.ceil(others.length / 4));
  others.forEach((register, i) => {
    builder.set(`addr${i + 1}`, register);
  });
}

function parseImage(row: MemoryRow, builder: FieldBuilder, tokens: Tokens, gfx: Gfx): void {
  const [data = '', address = '', descriptor = '', sampler = ''] = tokens.operands;
  builder.set('vdata', parseVectorRegister(data, gfx));
  setImageAddress(builder, address, gfx);
  builder.set('srsrc', parseScalarRegister(descriptor, gfx) >>> 2);
  if (row.image === 'sample') builder.set('ssamp', parseScalarRegister(sampler, gfx) >>> 2);
  builder.set('dmask', parseIntegerModifier(tokens, 'dmask'));
  const dimension = tokens.modifiers.get('dim')?.replace('SQ_RSRC_IMG_', '') ?? '1D';
  if (gfx !== 'gfx9') builder.set('dim', DIMENSIONS.indexOf(dimension));
}

/** Returns the code of a flat access's scalar base register, or the code that means there is none. */
function parseFlatBase(text: string, usesVgpr: boolean, segment: MemoryRow['segment'], gfx: Gfx): number {
  if (text !== 'off') return parseScalarRegister(text, gfx);
  if (gfx === 'gfx9' && segment === 'flat') return 0;
  if (gfx === 'gfx9' || (gfx === 'gfx10.3' && segment === 'scratch' && !usesVgpr)) return 0x7f;
  return getNullCode(gfx);
}

function parseFlat(row: MemoryRow, builder: FieldBuilder, tokens: Tokens, gfx: Gfx): void {
  const operands = [...tokens.operands];
  const returns = row.access === 'load' || (row.access === 'atomic' && returnsOldValue(builder.fields));
  builder.set('seg', SEGMENTS[row.segment ?? 'flat']);
  if (returns && !tokens.modifiers.has('lds'))
    builder.set('vdst', parseVectorRegister(operands.shift() ?? '', gfx));
  const address = row.isIndexedByThread ? 'off' : (operands.shift() ?? '');
  const usesVgpr = address !== 'off';
  if (usesVgpr) builder.set('addr', parseVectorRegister(address, gfx));
  if (row.access !== 'load') builder.set('data', parseVectorRegister(operands.shift() ?? '', gfx));
  const base = row.segment === 'flat' ? 'off' : (operands.shift() ?? 'off');
  builder.set('saddr', parseFlatBase(base, usesVgpr, row.segment, gfx));
  if (isAtLeast(gfx, 'gfx11') && row.segment === 'scratch') builder.set('sve', usesVgpr ? 1 : 0);
  builder.set('offset', encodeOffset('flat', parseIntegerModifier(tokens, 'offset'), gfx));
}

function parseLds(row: MemoryRow, builder: FieldBuilder, tokens: Tokens, gfx: Gfx): void {
  for (const [i, [field]] of getLdsFields(row).entries())
    builder.set(field, parseVectorRegister(tokens.operands[i] ?? '', gfx));
  if (row.pairStep !== undefined) {
    for (const name of ['offset0', 'offset1']) builder.set(name, parseIntegerModifier(tokens, name) & 0xff);
    return;
  }
  const swizzle =
    row.lanes === 'swizzle' ? parseSwizzleOffset(tokens.modifiers.get('offset') ?? '') : undefined;
  const offset = swizzle ?? parseIntegerModifier(tokens, 'offset');
  builder.set('offset0', offset & 0xff);
  builder.set('offset1', offset >>> 8);
}

/** Builds the fields of a memory instruction. */
export function parseMemory(row: MemoryRow, tokens: Tokens, gfx: Gfx): FieldBuilder {
  const builder = new FieldBuilder(gfx, getFormat(row, gfx), getOpcode(row, gfx));
  setFlags(builder, tokens);
  setScopeAndHint(row, builder, tokens);
  if (row.format === 'smem') parseScalarMemory(row, builder, tokens, gfx);
  else if (row.format === 'mubuf') {
    parseBuffer(row, builder, tokens, gfx);
    if (isAtLeast(gfx, 'gfx12')) builder.set('format', UNTYPED_FORMAT);
  } else if (row.format === 'mtbuf') {
    parseBuffer(row, builder, tokens, gfx);
    builder.set('format', parseFormat(tokens.modifiers.get('format'), gfx));
  } else if (row.format === 'ds') parseLds(row, builder, tokens, gfx);
  else if (row.format === 'mimg') parseImage(row, builder, tokens, gfx);
  else parseFlat(row, builder, tokens, gfx);
  return builder;
}
