import {
  type CosimMessage,
  DesignError,
  findCosimMessage,
  truncateMiddle,
} from '../../transactions/index.js';
import { assert } from '../kernel/assert.js';

/** A parsed line from a design. */
export interface ParsedMessage {
  readonly message: CosimMessage;
  /** The values of the message's fields, in order. */
  readonly values: readonly number[];
  /** The value of the field that contains a message name, or an empty string if there is no such field. */
  readonly namedMessage: string;
}

const MAX_QUOTED = 80;
/** The maximum number of digits in an integer. Integers up to this length can be represented exactly. */
const MAX_DIGITS = 15;
const CODE = { MINUS: 45, ZERO: 48, NINE: 57 } as const;

/** Parses a line from a design. Throws `DesignError` if it is not a valid message from a design. */
export function parseResponse(line: string): ParsedMessage {
  let end = findWordEnd(line);
  const name = line.slice(0, end);
  const message = findCosimMessage(name);
  if (message === undefined || message.from !== 'design') throw makeProtocolError(line, 'unknown message');
  const { fields } = message;
  const values: number[] = [];
  let messageName = '';
  for (const field of fields) {
    if (end === line.length) throw makeFieldCountError(line, message);
    const begin = end + 1;
    end = findWordEnd(line, begin);
    if (field.names !== undefined) {
      messageName = line.slice(begin, end);
      if (findCosimMessage(messageName) === undefined)
        throw makeProtocolError(line, `"${field.name}" is not a message name`);
    }
    const value = field.names === undefined ? parseInteger(line, begin, end) : 0;
    if (Number.isNaN(value)) throw makeProtocolError(line, `"${field.name}" is not an integer`);
    values.push(value);
  }
  if (end !== line.length) throw makeFieldCountError(line, message);
  assert(values.length === fields.length, 'every field has a value');
  return { message, values, namedMessage: messageName };
}

function findWordEnd(line: string, begin?: number): number {
  const space = line.indexOf(' ', begin);
  return space === -1 ? line.length : space;
}

/** Parses the given part of a line as an integer. Returns `NaN` if it is not an integer. */
function parseInteger(line: string, begin: number, end: number): number {
  const isNegative = line.charCodeAt(begin) === CODE.MINUS;
  const first = isNegative ? begin + 1 : begin;
  if (end === first || end - first > MAX_DIGITS) return Number.NaN;
  let value = 0;
  for (let index = first; index < end; index++) {
    const code = line.charCodeAt(index);
    if (code < CODE.ZERO || code > CODE.NINE) return Number.NaN;
    value = 10 * value + code - CODE.ZERO;
  }
  return isNegative ? -value : value;
}

function makeFieldCountError(line: string, { name, fields }: CosimMessage): DesignError {
  return makeProtocolError(
    line,
    `"${name}" takes ${fields.length} field${fields.length === 1 ? '' : 's'}, got ${line.split(' ').length - 1}`,
  );
}

/** Creates the error for an invalid line from a design. */
export function makeProtocolError(line: string, reason: string): DesignError {
  return new DesignError(`said "${truncateMiddle(line, MAX_QUOTED)}": ${reason}`);
}
