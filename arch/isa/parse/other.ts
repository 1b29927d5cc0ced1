import type { Gfx } from '../../chips.js';
import { targetName } from '../print/export.js';
import { type ExportRow, type InterpolationRow, opcodeOf } from '../rows/row.js';
import { VGPR_BASE } from '../slots.js';
import { FieldBuilder } from './builder.js';
import { parseOperand } from './operand.js';
import { ParseError } from './parse-error.js';
import { parseInteger, type Tokens } from './tokens.js';

/** Fields of an export; a compressed one repeats each register. */
export function parseExport(row: ExportRow, tokens: Tokens, gfx: Gfx): FieldBuilder {
  const builder = new FieldBuilder(gfx, row.format, opcodeOf(row, gfx));
  const [target, first = ''] = (tokens.operands[0] ?? '').split(/\s+/);
  const number = Array.from({ length: 64 }, (_, i) => i).find((i) => targetName(i) === target);
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

function setAttribute(builder: FieldBuilder, text: string): void {
  const match = /^attr(\d+)\.([xyzw])$/.exec(text);
  if (match === null) throw new ParseError('an attribute', text);
  builder.set('attr', Number(match[1]));
  builder.set('attrchan', 'xyzw'.indexOf(match[2]));
}

/** Fields of an interpolation instruction. */
export function parseInterpolation(row: InterpolationRow, tokens: Tokens, gfx: Gfx): FieldBuilder {
  const builder = new FieldBuilder(gfx, row.format, opcodeOf(row, gfx));
  const { operands, modifiers } = tokens;
  const register = (text: string) => parseOperand(text, 'f32', gfx).code - VGPR_BASE;
  builder.set('vdst', register(operands[0] ?? ''));
  if (row.format === 'vinterp') {
    operands.slice(1).forEach((text, i) => {
      const parsed = parseOperand(text, 'f32', gfx);
      builder.set(`src${i}`, parsed.code);
      if (parsed.neg) builder.add('neg', 1 << i);
    });
    builder.set('wait_exp', parseInteger(modifiers.get('wait_exp') ?? '7'));
    if (modifiers.has('clamp')) builder.set('clamp', 1);
  } else if (row.format === 'ldsdir') {
    setAttribute(builder, operands[1] ?? '');
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
