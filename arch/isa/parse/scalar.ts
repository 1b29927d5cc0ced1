import type { Gfx } from '../../chips.js';
import { DELAY_IDS, DELAY_SKIPS } from '../print/control.js';
import { hwregName } from '../print/hwreg.js';
import { messageName } from '../print/message.js';
import { type ControlRow, opcodeOf, type ScalarRow } from '../rows/row.js';
import { scalarSlots } from '../slots.js';
import { waitFields } from '../waitcnt.js';
import { FieldBuilder } from './builder.js';
import { registerCode } from './operand.js';
import { ParseError } from './parse-error.js';
import { parseInteger, type Tokens } from './tokens.js';

/** Fields of a scalar ALU instruction. */
export function parseScalar(row: ScalarRow, tokens: Tokens, gfx: Gfx): FieldBuilder {
  const builder = new FieldBuilder(gfx, row.format, opcodeOf(row, gfx));
  scalarSlots(row).forEach((slot, i) => {
    const text = tokens.operands[i] ?? '';
    if (slot.special === 'immediate') builder.set('simm16', parseInteger(text) & 0xffff);
    else builder.operand(slot, text);
  });
  return builder;
}

function waitImmediate(text: string, gfx: Gfx): number {
  if (/^(0x|\d)/.test(text)) return parseInteger(text);
  const given = new Map(
    [...text.matchAll(/(\w+)cnt\((\d+)\)/g)].map(([, name, count]) => [name, Number(count)]),
  );
  let immediate = 0;
  for (const [counter, field] of waitFields(gfx)) {
    let rest = given.get(counter) ?? Number.MAX_SAFE_INTEGER;
    for (const [low, width] of field) {
      immediate |= (rest % 2 ** width) << low;
      rest = Math.floor(rest / 2 ** width);
    }
  }
  return immediate;
}

function messageImmediate(text: string, gfx: Gfx): number {
  const inner = /^sendmsg\((.*)\)$/.exec(text)?.[1];
  if (inner === undefined) return parseInteger(text);
  const named = Array.from({ length: 16 }, (_, id) => id).find((id) => messageName(id, gfx) === inner);
  if (named !== undefined) return named;
  const [id, operation = 0, stream = 0] = inner.split(',').map((each) => parseInteger(each.trim()));
  return id | (operation << 4) | (stream << 8);
}

function hwregImmediate(text: string, gfx: Gfx): number {
  const inner = /^hwreg\((.*)\)$/.exec(text)?.[1];
  if (inner === undefined) return parseInteger(text);
  const [name, offset = '0', size = '32'] = inner.split(',').map((each) => each.trim());
  const named = Array.from({ length: 64 }, (_, id) => id).find((id) => hwregName(id, gfx) === name);
  const id = named ?? parseInteger(name);
  return id | (parseInteger(offset) << 6) | ((parseInteger(size) - 1) << 11);
}

function delayImmediate(text: string): number {
  if (/^(0x|\d)/.test(text)) return parseInteger(text);
  const places: Readonly<Record<string, readonly [readonly string[], number]>> = {
    instid0: [DELAY_IDS, 0],
    instskip: [DELAY_SKIPS, 4],
    instid1: [DELAY_IDS, 7],
  };
  let immediate = 0;
  for (const [, place, name] of text.matchAll(/(\w+)\((\w+)\)/g)) {
    const [names, shift] = places[place] ?? [[], 0];
    if (!names.includes(name)) throw new ParseError('a delay', text);
    immediate |= names.indexOf(name) << shift;
  }
  return immediate;
}

function immediateOf(row: ControlRow, { rest }: Tokens, gfx: Gfx): number {
  switch (row.immediate) {
    case 'waitcnt':
      return waitImmediate(rest, gfx);
    case 'message':
      return messageImmediate(rest, gfx);
    case 'delay':
      return delayImmediate(rest);
    case 'none':
      return 0;
    default:
      return parseInteger(rest) & 0xffff;
  }
}

/** Fields of a control instruction; branch targets are plain immediates. */
export function parseControl(row: ControlRow, tokens: Tokens, gfx: Gfx): FieldBuilder {
  const builder = new FieldBuilder(gfx, row.format, opcodeOf(row, gfx));
  const [first = '', second = ''] = tokens.operands;
  const scalar = (field: string, text: string) => builder.set(field, registerCode(text, gfx) ?? 0);
  if (row.format === 'sopp') builder.set('simm16', immediateOf(row, tokens, gfx));
  else if (row.format === 'smem' || row.format === 'mubuf') builder.set('offset', 0);
  else if (row.format === 'vop1') builder.set('src0', 0);
  else if (row.name === 's_version') builder.set('simm16', parseInteger(first) & 0xffff);
  else if (row.control === 'swappc') {
    scalar('sdst', first);
    scalar('ssrc0', second);
  } else if (row.control === 'setpc') scalar('ssrc0', first);
  else if (row.control === 'getpc') scalar('sdst', first);
  else if (row.control === 'setreg' || row.control === 'setreg-imm') {
    builder.set('simm16', hwregImmediate(first, gfx));
    if (row.control === 'setreg') scalar('sdst', second);
    else builder.literal = parseInteger(second) | 0;
  } else {
    scalar('sdst', first);
    builder.set(
      'simm16',
      row.control === 'getreg' ? hwregImmediate(second, gfx) : parseInteger(second) & 0xffff,
    );
  }
  return builder;
}
