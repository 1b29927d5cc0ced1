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
/** Matches an integer of up to 15 digits, which can be represented exactly. */
const INTEGER = /^-?\d{1,15}$/;

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
    const word = line.slice(begin, end);
    if (field.names === undefined) {
      if (!INTEGER.test(word)) throw makeProtocolError(line, `"${field.name}" is not an integer`);
      values.push(Number(word));
      continue;
    }
    if (findCosimMessage(word) === undefined)
      throw makeProtocolError(line, `"${field.name}" is not a message name`);
    messageName = word;
    values.push(0);
  }
  if (end !== line.length) throw makeFieldCountError(line, message);
  assert(values.length === fields.length, 'every field has a value');
  return { message, values, namedMessage: messageName };
}

function findWordEnd(line: string, begin?: number): number {
  const space = line.indexOf(' ', begin);
  return space === -1 ? line.length : space;
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
