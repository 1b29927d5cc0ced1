import type { Gfx } from '../../chips.js';
import { getDependencyFields } from '../dependencies.js';
import { writeFields } from '../formats/layout.js';
import { getNullCode } from '../generation.js';
import {
  DELAY_IDS,
  DELAY_SKIPS,
  getControlOperands,
  VERSION_FLAGS,
  VERSION_NAMES,
} from '../print/control.js';
import { getHwregName } from '../print/hwreg.js';
import { encodeMessage, getMessageNumber, getOperationNames } from '../print/message.js';
import type { ControlRow, ScalarRow } from '../rows/row.js';
import { getOpcode } from '../rows/row-base.js';
import { getScalarSlots } from '../slots.js';
import { SEGMENTS } from '../table.js';
import { getWaitFields, type WaitName } from '../waits.js';
import { FieldBuilder } from './builder.js';
import { setScopeAndHint } from './memory.js';
import { parseOperand, parseRegister } from './operand.js';
import { ParseError, parseInteger, type Tokens } from './tokens.js';

/** Builds the fields of a scalar ALU instruction. */
export function parseScalar(row: ScalarRow, tokens: Tokens, gfx: Gfx): FieldBuilder {
  const builder = new FieldBuilder(gfx, row.format, getOpcode(row, gfx));
  getScalarSlots(row).forEach((slot, i) => {
    const text = tokens.operands[i] ?? '';
    if (slot.special === 'immediate') builder.set('simm16', parseInteger(text) & 0xffff);
    else builder.addOperand(slot, text);
  });
  return builder;
}

function parseWait(name: WaitName, text: string, gfx: Gfx): number {
  if (/^(0x|\d)/.test(text)) return parseInteger(text);
  const counts = new Map(
    [...text.matchAll(/(\w+)cnt\((\d+)\)/g)].map(([, name, count]) => [name, Number(count)]),
  );
  const fields = getWaitFields(name, gfx);
  const values = fields.map(([counter]) => [counter, counts.get(counter) ?? Number.MAX_SAFE_INTEGER]);
  const words = [0];
  writeFields(words, Object.fromEntries(fields), Object.fromEntries(values));
  return words[0];
}

/** Returns the arguments in brackets after a name, or an empty list for any other text. */
function parseArguments(name: string, text: string): string[] {
  if (!text.startsWith(`${name}(`) || !text.endsWith(')')) return [];
  return text
    .slice(name.length + 1, -1)
    .split(',')
    .map((argument) => argument.trim());
}

/** Parses a message written with names or numbers: `sendmsg(MSG_GS, GS_OP_EMIT, 1)` or `sendmsg(2, 2, 1)`. */
function parseMessage(text: string, gfx: Gfx): number {
  const [name, operationName = '0', stream = '0'] = parseArguments('sendmsg', text);
  if (name === undefined) return parseInteger(text);
  const operation = getOperationNames(name)?.indexOf(operationName) ?? -1;
  const number = getMessageNumber(name, gfx);
  if (number === undefined && name.startsWith('MSG_')) throw new ParseError(`a message of ${gfx}`, name);
  return encodeMessage({
    id: number ?? parseInteger(name),
    operation: operation >= 0 ? operation : parseInteger(operationName),
    stream: parseInteger(stream),
  });
}

/** LLVM 22 has another prefix for the registers of GFX12. */
const LATER_PREFIX = /^HW_REG_WAVE_/;

function parseHwreg(text: string, gfx: Gfx): number {
  const [name, offset = '0', size = '32'] = parseArguments('hwreg', text);
  if (name === undefined) return parseInteger(text);
  const namedId = Array.from({ length: 64 }, (_, id) => id).find(
    (id) => getHwregName(id, gfx) === name.replace(LATER_PREFIX, 'HW_REG_'),
  );
  if (namedId === undefined && name.startsWith('HW_REG_'))
    throw new ParseError(`a hardware register of ${gfx}`, name);
  const id = namedId ?? parseInteger(name);
  return id | (parseInteger(offset) << 6) | ((parseInteger(size) - 1) << 11);
}

function parseDelay(text: string): number {
  if (/^(0x|\d)/.test(text)) return parseInteger(text);
  const fields: Readonly<Record<string, readonly [readonly string[], number]>> = {
    instid0: [DELAY_IDS, 0],
    instskip: [DELAY_SKIPS, 4],
    instid1: [DELAY_IDS, 7],
  };
  let immediate = 0;
  for (const [, field, name] of text.matchAll(/(\w+)\((\w+)\)/g)) {
    const [names, shift] = fields[field] ?? [[], 0];
    if (!names.includes(name)) throw new ParseError('a delay name', text);
    immediate |= names.indexOf(name) << shift;
  }
  return immediate;
}

/** Parses a list of counters with their maximum counts, or a plain number. Omitted counters are not waited for. */
function parseDependencies(text: string, gfx: Gfx): number {
  if (/^(0x|\d)/.test(text)) return parseInteger(text);
  let immediate = 0;
  const values = new Map([...text.matchAll(/(\w+)\((\w+)\)/g)].map(([, name, value]) => [name, value]));
  for (const { name, low, width } of getDependencyFields(gfx)) {
    const value = values.get(name);
    const noWait = 2 ** width - 1;
    const count = value === undefined ? noWait : parseInteger(value);
    if (count > noWait) throw new ParseError(`${name}(0) to ${name}(${noWait})`, text);
    immediate |= count << low;
  }
  return immediate;
}

/** Parses a version and its flags, written as names or numbers separated by `|`. */
function parseVersion(text: string): number {
  const names = text.replace(/[()\s]/g, '').split('|');
  return names.reduce((bits, name) => {
    const version = Object.entries(VERSION_NAMES).find(([, versionName]) => versionName === name)?.[0];
    const flag = VERSION_FLAGS.find(([, flagName]) => flagName === name)?.[0];
    return bits | (flag ?? (version === undefined ? parseInteger(name) : Number(version)));
  }, 0);
}

/** Builds the fields of a control instruction. Branch targets are plain immediates. */
export function parseControl(row: ControlRow, tokens: Tokens, gfx: Gfx): FieldBuilder {
  const builder = new FieldBuilder(gfx, row.format, getOpcode(row, gfx));
  const parse = (field: string, kind: string, text: string): number => {
    switch (kind) {
      case 'b32':
      case 'b64':
        return field === 'sdst' ? (parseRegister(text, gfx) ?? 0) : parseOperand(text, kind, gfx).code;
      case 'hwreg':
        return parseHwreg(text, gfx);
      case 'waitcnt':
        return parseWait(row.waits!, text, gfx);
      case 'message':
        return parseMessage(text, gfx);
      case 'delay':
        return parseDelay(text);
      case 'depctr':
        return parseDependencies(text, gfx);
      case 'version':
        return parseVersion(text);
      default:
        return kind === 'not-zero' && text === '' ? 0 : parseInteger(text);
    }
  };
  const operands = Object.entries(getControlOperands(row));
  operands.forEach(([field, kind], i) => {
    // A single operand may contain commas and spaces.
    const value = parse(field, kind, operands.length === 1 ? tokens.rest : (tokens.operands[i] ?? ''));
    if (field === 'literal') builder.literal = value | 0;
    else builder.set(field, field === 'simm16' ? value & 0xffff : value);
  });
  if (row.format === 'flat') {
    builder.set('seg', SEGMENTS[row.segment ?? 'flat']);
    builder.set('saddr', getNullCode(gfx));
    setScopeAndHint({ access: 'load' }, builder, tokens);
  }
  return builder;
}
