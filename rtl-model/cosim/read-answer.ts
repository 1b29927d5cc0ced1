import { type CosimMessage, cosimMessage, DesignError, shortened } from '../../transactions/index.js';
import { assert } from '../kernel/assert.js';

/** A line of a design, taken apart. */
export interface SaidMessage {
  readonly message: CosimMessage;
  /** The values of its fields, in order. */
  readonly values: readonly number[];
  /** The value of a field that is a name. */
  readonly named: string;
}

const LINE_SHOWN = 80;
const INTEGER = /^-?\d{1,15}$/;

/** Takes a line of a design apart; throws `DesignError` if it is no message of a design. */
export function readAnswer(line: string): SaidMessage {
  const [name = '', ...texts] = line.split(' ');
  const message = cosimMessage(name);
  if (message === undefined || message.from !== 'design')
    throw nonsense(line, 'no message of a design has this name');
  const { fields } = message;
  if (texts.length !== fields.length)
    throw nonsense(line, `"${name}" has ${fields.length} fields, not ${texts.length}`);
  let named = '';
  const values = fields.map((field, at) => {
    if (field.names !== undefined) {
      named = texts[at]!;
      return 0;
    }
    if (!INTEGER.test(texts[at]!)) throw nonsense(line, `"${field.name}" is no integer`);
    return Number(texts[at]);
  });
  assert(values.length === fields.length, 'each field has its value');
  return { message, values, named };
}

/** What is wrong with a line of a design. */
export function nonsense(line: string, why: string): DesignError {
  return new DesignError(`said "${shortened(line, LINE_SHOWN)}": ${why}`);
}
