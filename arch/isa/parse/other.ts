import type { Gfx } from '../../chips.js';
import { attributeCode } from '../packed-attribute.js';
import { targetName } from '../print/export.js';
import { OMOD_NAMES } from '../print/vector.js';
import { type ExportRow, type InterpolationRow, opcodeOf } from '../rows/row.js';
import { VGPR_BASE } from '../slots.js';
import { FieldBuilder } from './builder.js';
import { parseOperand } from './operand.js';
import { ParseError } from './parse-error.js';
import { parseInteger, parseList, type Tokens } from './tokens.js';

/** Fields of an export; a compressed one repeats each register. */
export function parseExport(row: ExportRow, tokens: Tokens, gfx: Gfx): FieldBuilder {
  const builder = new FieldBuilder(gfx, row.format, opcodeOf(row, gfx));
  const [target, first = ''] = (tokens.operands[0] ?? '').split(/\s+/);
  const number = Array.from({ length: 64 }, (_, i) => i).find((i) => targetName(i, gfx) === target);
  if (number === undefined) throw new ParseError('an export target', target);
  builder.set('tgt', number);
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

const MOVED = ['p10', 'p20', 'p0'];

function attributeOf(text: string): { attribute: number; component: number } {
  const match = /^attr(\d+)\.([xyzw])$/.exec(text);
  if (match === null) throw new ParseError('an attribute', text);
  return { attribute: Number(match[1]), component: 'xyzw'.indexOf(match[2]) };
}

function setAttribute(builder: FieldBuilder, text: string): void {
  const { attribute, component } = attributeOf(text);
  builder.set('attr', attribute);
  builder.set('attrchan', component);
}

/** The long form: a register, an attribute and, with two registers, the addend. */
function parseHalf(builder: FieldBuilder, { operands, modifiers }: Tokens): FieldBuilder {
  const { attribute, component } = attributeOf(operands[2] ?? '');
  builder.set('src0', attributeCode({ attribute, component, high: modifiers.has('high') }));
  [operands[1] ?? '', ...operands.slice(3)].forEach((text, i) => {
    const parsed = parseOperand(text, 'f32', builder.gfx);
    builder.set(`src${i + 1}`, parsed.code);
    if (parsed.neg) builder.add('neg', 2 << i);
    if (parsed.abs) builder.add('abs', 2 << i);
  });
  if (modifiers.has('clamp')) builder.set('clamp', 1);
  for (const name of ['mul', 'div']) {
    if (modifiers.has(name)) builder.set('omod', OMOD_NAMES.indexOf(`${name}:${modifiers.get(name)}`));
  }
  return builder;
}

/** Fields of an interpolation instruction. */
export function parseInterpolation(row: InterpolationRow, tokens: Tokens, gfx: Gfx): FieldBuilder {
  const builder = new FieldBuilder(gfx, row.format, opcodeOf(row, gfx));
  const { operands, modifiers } = tokens;
  const register = (text: string) => parseOperand(text, 'f32', gfx).code - VGPR_BASE;
  builder.set('vdst', register(operands[0] ?? ''));
  if (row.format === 'vop3') return parseHalf(builder, tokens);
  if (row.format === 'vinterp') {
    operands.slice(1).forEach((text, i) => {
      const parsed = parseOperand(text, 'f32', gfx);
      builder.set(`src${i}`, parsed.code);
      if (parsed.neg) builder.add('neg', 1 << i);
    });
    builder.set('wait_exp', parseInteger(modifiers.get('wait_exp') ?? '7'));
    if (modifiers.has('clamp')) builder.set('clamp', 1);
    const halves = parseList(modifiers.get('op_sel') ?? '[0]');
    halves.forEach((bit, i) => {
      if (parseInteger(bit) !== 0) builder.add('op_sel', 1 << i);
    });
  } else if (row.format === 'ldsdir') {
    if (row.interpolation === 'parameter-load') setAttribute(builder, operands[1] ?? '');
    builder.set('wait_vdst', parseInteger(modifiers.get('wait_vdst') ?? '15'));
  } else {
    builder.set(
      'vsrc',
      row.interpolation === 'mov' ? MOVED.indexOf(operands[1]) : register(operands[1] ?? ''),
    );
    setAttribute(builder, operands[2] ?? '');
  }
  return builder;
}
