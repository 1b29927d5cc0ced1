import type { Gfx } from '../../chips.js';
import { INDEXED_NAMES } from '../print/gpr-index.js';
import type { GprIndexRow } from '../rows/row.js';
import { getOpcode } from '../rows/row-base.js';
import { FieldBuilder } from './builder.js';
import { parseOperand } from './operand.js';
import { ParseError } from './parse-error.js';
import { parseInteger, type Tokens } from './tokens.js';

function parseIndexedOperands(text: string): number {
  const list = /^gpr_idx\((.*)\)$/.exec(text)?.[1];
  if (/^(0x)?\d/i.test(text)) return parseInteger(text);
  if (list === undefined) throw new ParseError('gpr_idx(…)', text);
  const names = list.split(',').filter((name) => name !== '');
  return names.reduce((bits, name) => {
    const bit = INDEXED_NAMES.indexOf(name.trim());
    if (bit < 0) throw new ParseError(`one of ${INDEXED_NAMES.join(' ')}`, name);
    return bits | (1 << bit);
  }, 0);
}

/** Builds the fields of a relative-indexing instruction. */
export function parseGprIndex(row: GprIndexRow, { operands }: Tokens, gfx: Gfx): FieldBuilder {
  const builder = new FieldBuilder(gfx, row.format, getOpcode(row, gfx));
  const [first = '', second = ''] = operands;
  if (row.step === 'mode') builder.set('simm16', parseIndexedOperands(first));
  else if (row.step !== 'off') builder.set('ssrc0', parseOperand(first, 'b32', gfx).code);
  if (row.step === 'on') builder.set('ssrc1', parseIndexedOperands(second));
  return builder;
}
