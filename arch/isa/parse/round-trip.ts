import type { WaveSize } from '../../chips.js';
import { getGeneration, type InstructionSet } from '../../instruction-set.js';
import { splitInstruction } from '../decode/raw.js';
import { printRaw } from '../print/index.js';
import { ParseError, parseInteger, type Tokens, tokenize } from './tokens.js';

const REGISTER = /(?:\b(?:[sv]|ttmp)(?:\d+|\[\d+(?::\d+)?\])|\b(?:vcc|exec|m0|null)\w*)/;
const INTEGER = /^-?(?:0x[0-9a-f]+|\d+)$/i;

/** Modifiers that LLVM does not print when they have their default value. */
const OMITTED_IF_DEFAULT = ['op_sel', 'op_sel_hi', 'neg_lo', 'neg_hi', 'offset', 'offset0', 'offset1'];

/** Instructions with named operands. The printed instruction must contain every name in the text. */
const NAMED_OPERANDS = [
  's_sendmsg_rtn_b32',
  's_sendmsg_rtn_b64',
  's_waitcnt',
  's_sendmsg',
  's_sendmsghalt',
  's_delay_alu',
  's_waitcnt_depctr',
  's_wait_alu',
  'exp',
];

function findRegister(operand: string): string | undefined {
  const register = REGISTER.exec(operand)?.[0];
  return register?.replace(/\[(\d+)(?::\1)?\]/, '$1');
}

/** Returns whether two integers are equal as 32-bit values, or as 16-bit values if the first fits in 16 bits. */
function isSameInteger(a: number, b: number): boolean {
  if ((a | 0) === (b | 0) && Math.abs(a) < 2 ** 32) return true;
  return a >= -0x8000 && a <= 0xffff && (a & 0xffff) === (b & 0xffff);
}

function isSameOperand(written: string, printed: string, isImage: boolean): boolean {
  if (INTEGER.test(written) && INTEGER.test(printed))
    return isSameInteger(parseInteger(written), parseInteger(printed));
  const [a, b] = [findRegister(written), findRegister(printed)];
  if (a === undefined || b === undefined) return a === b;
  // On GFX9, only the first register of an image address is printed.
  return isImage
    ? a.replace(/:\d+/, '').replace(/\[|\]/g, '') === b.replace(/:\d+/, '').replace(/\[|\]/g, '')
    : a === b;
}

function checkNames(written: Tokens, printed: string): void {
  for (const name of written.rest.match(/[a-z_]\w*/gi) ?? []) {
    if (!/^0x|^x[0-9a-f]+$/i.test(name) && !printed.includes(name))
      throw new ParseError(`a valid operand for ${written.mnemonic}`, name);
  }
}

function checkOperands(written: Tokens, printed: Tokens): void {
  const count = printed.operands.length;
  if (written.operands.length !== count) throw new ParseError(`${count} operands`, written.rest);
  const isImage = written.mnemonic.startsWith('image_');
  written.operands.forEach((operand, i) => {
    if (!isSameOperand(operand, printed.operands[i], isImage && i === 1))
      throw new ParseError(printed.operands[i], operand);
  });
}

function checkModifiers(written: Tokens, printed: Tokens): void {
  for (const name of written.modifiers.keys()) {
    if (!printed.modifiers.has(name) && !OMITTED_IF_DEFAULT.includes(name))
      throw new ParseError(`a valid modifier for ${written.mnemonic}`, name);
  }
}

/**
 * Disassembles an instruction's words and checks that they match its text. For dual instructions, only checks that
 * they decode.
 *
 * @throws ParseError with the first operand or modifier that is printed differently
 */
export function checkRoundTrip(
  text: string,
  words: readonly number[],
  set: InstructionSet,
  wave: WaveSize,
): void {
  const raw = splitInstruction(words, 0, set);
  if ('reason' in raw) throw new ParseError(`a ${set} instruction`, text);
  const printed = printRaw(raw, getGeneration(set), wave);
  if (text.includes('::')) return;
  const written = tokenize(text);
  if (NAMED_OPERANDS.includes(written.mnemonic)) {
    checkNames(written, printed);
    return;
  }
  checkOperands(written, tokenize(printed));
  checkModifiers(written, tokenize(printed));
}
