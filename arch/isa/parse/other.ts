import type { Gfx } from '../../chips.js';
import { getTargetName } from '../print/index.js';
import { MOVABLE_PARAMETERS, readsHalves } from '../print/interpolation.js';
import { encodePackedAttribute } from '../rows/interpolation.js';
import type { ExportRow, InterpolationRow } from '../rows/row.js';
import { getOpcode } from '../rows/row-base.js';
import { VGPR_BASE } from '../slots.js';
import { FieldBuilder } from './builder.js';
import { parseOperand } from './operand.js';
import { ParseError, parseInteger, type Tokens } from './tokens.js';
import { packBits, setResultModifiers } from './vector.js';

/** Builds the fields of an export. Compressed exports list each register twice. */
export function parseExport(row: ExportRow, tokens: Tokens, gfx: Gfx): FieldBuilder {
  const builder = new FieldBuilder(gfx, row.format, getOpcode(row, gfx));
  const [target, first = ''] = (tokens.operands[0] ?? '').split(/\s+/);
  const code = Array.from({ length: 64 }, (_, i) => i).find((i) => getTargetName(i, gfx) === target);
  if (code === undefined) throw new ParseError('an export target', target);
  builder.set('tgt', code);
  const sources = [first, ...tokens.operands.slice(1)];
  const compressed = tokens.modifiers.has('compr');
  sources.forEach((text, channel) => {
    const field = `vsrc${compressed ? channel >>> 1 : channel}`;
    if (text === 'off') return;
    builder.set(field, parseOperand(text, 'b32', gfx).code - VGPR_BASE);
    builder.add('en', 1 << channel);
  });
  for (const [name, field] of Object.entries({ done: 'done', compr: 'compr', vm: 'vm', row_en: 'row' })) {
    if (tokens.modifiers.has(name)) builder.set(field, 1);
  }
  return builder;
}

function parseAttribute(text: string): { attribute: number; component: number } {
  const match = /^attr(\d+)\.([xyzw])$/.exec(text);
  if (match === null) throw new ParseError('an attribute', text);
  return { attribute: Number(match[1]), component: 'xyzw'.indexOf(match[2]) };
}

function setAttribute(builder: FieldBuilder, text: string): void {
  const { attribute, component } = parseAttribute(text);
  builder.set('attr', attribute);
  builder.set('attrchan', component);
}

function parseParameter(text: string): number {
  const code = MOVABLE_PARAMETERS.indexOf(text);
  if (code < 0) throw new ParseError(`one of ${MOVABLE_PARAMETERS.join(' ')}`, text);
  return code;
}

/**
 * Parses the long form. Its operands after the destination are a register (or the parameter to move), an attribute and,
 * for some instructions, an addend register.
 */
function parseLongForm(row: InterpolationRow, builder: FieldBuilder, tokens: Tokens): FieldBuilder {
  const { operands, modifiers } = tokens;
  const { attribute, component } = parseAttribute(operands[2] ?? '');
  if (modifiers.has('high') && !readsHalves(row)) throw new ParseError('32-bit parameters', 'high');
  builder.set('src0', encodePackedAttribute({ attribute, component, high: modifiers.has('high') }));
  if (row.interpolation === 'mov') builder.set('src1', parseParameter(operands[1] ?? ''));
  else setSources(builder, [operands[1] ?? '', ...operands.slice(3)], 1);
  setResultModifiers(builder, tokens);
  return builder;
}

/** Sets the source fields from `first` on, with their signs. */
function setSources(builder: FieldBuilder, operands: readonly string[], first: number): void {
  operands.forEach((text, i) => {
    const parsed = parseOperand(text, 'f32', builder.gfx);
    builder.set(`src${first + i}`, parsed.code);
    if (parsed.neg) builder.add('neg', 1 << (first + i));
    if (parsed.abs) builder.add('abs', 1 << (first + i));
  });
}

/** Returns the number of a VGPR operand. Rejects sign modifiers, which only the long form has. */
function parseUnmodifiedRegister(text: string, gfx: Gfx): number {
  const { code, neg, abs } = parseOperand(text, 'f32', gfx);
  if (code < VGPR_BASE || neg || abs) throw new ParseError('a VGPR', text);
  return code - VGPR_BASE;
}

/** Builds the fields of an interpolation instruction. */
export function parseInterpolation(row: InterpolationRow, tokens: Tokens, gfx: Gfx): FieldBuilder {
  const builder = new FieldBuilder(gfx, row.format, getOpcode(row, gfx));
  const { operands, modifiers } = tokens;
  builder.set('vdst', parseUnmodifiedRegister(operands[0] ?? '', gfx));
  if (row.format === 'vop3') return parseLongForm(row, builder, tokens);
  if (row.format === 'vinterp') {
    setSources(builder, operands.slice(1), 0);
    builder.set('wait_exp', parseInteger(modifiers.get('wait_exp') ?? '0'));
    setResultModifiers(builder, tokens);
    builder.set('op_sel', packBits(modifiers.get('op_sel') ?? '[0]'));
  } else if (row.format === 'ldsdir') {
    if (row.interpolation === 'parameter-load') setAttribute(builder, operands[1] ?? '');
    builder.set(
      'wait_vdst',
      parseInteger(modifiers.get('wait_va_vdst') ?? modifiers.get('wait_vdst') ?? '0'),
    );
    if (modifiers.has('wait_vm_vsrc'))
      builder.set('wait_vm_vsrc', parseInteger(modifiers.get('wait_vm_vsrc')!));
  } else {
    if (modifiers.size > 0) throw new ParseError('no modifiers in the short form', tokens.rest);
    const source = operands[1] ?? '';
    if (row.interpolation === 'mov') builder.set('vsrc', parseParameter(source));
    else builder.set('vsrc', parseUnmodifiedRegister(source, gfx));
    setAttribute(builder, operands[2] ?? '');
  }
  return builder;
}
