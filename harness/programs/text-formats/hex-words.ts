import { UsageError } from '../../../transactions/index.js';
import type { ProgramText, TextFormat, TextProgram } from './text-program.js';

/** Matches one or more words with no separators between them, with or without `0x`. */
const WORDS = /^(?:0x)?(?:[0-9a-f]{8})+$/i;

const WORD_DIGITS = 8;
const BYTE_DIGITS = 2;
const WORD_BYTES = 4;

/** Matches a byte, as printed by `llvm-mc` and in hex dumps. Words are little-endian. */
const BYTE = /^(?:0x)?[0-9a-f]{2}$/i;

/** Matches bytes with no spaces between them, as printed by `xxd -p`. A word may continue on the next line. */
const BYTES = /^(?:0x)?(?:[0-9a-f]{2})+$/i;

/** Hexadecimal words, optionally separated by spaces or commas, or hexadecimal bytes in memory order. */
export const HEX_WORDS: TextFormat = {
  name: 'hexadecimal words',
  recognises(text) {
    const tokens = text.split('\n').flatMap(splitTokens);
    return tokens.length > 0 && (tokens.every(isWordSequence) || tokens.every(isByte) || isByteDump(tokens));
  },
  read({ lines: text, file }: ProgramText): readonly TextProgram[] {
    const words: number[] = [];
    const lines: number[] = [];
    let bytes = 0;
    let word = 0;
    const add = (value: number, line: number): void => {
      words.push(value);
      lines.push(line);
    };
    text.forEach((line, index) => {
      for (const token of splitTokens(line)) {
        const digits = token.replace(/^0x/i, '');
        if (digits.length > BYTE_DIGITS && digits.length % WORD_DIGITS !== 0)
          throw makePartialWordError(digits, file, index + 1);
        if (digits.length > BYTE_DIGITS) for (const value of splitWords(digits)) add(value, index + 1);
        else {
          if (bytes % WORD_BYTES === 0) add(0, index + 1);
          word = (Number.parseInt(digits, 16) * 2 ** 24 + (word >>> 8)) >>> 0;
          bytes++;
          if (bytes % WORD_BYTES === 0) words[words.length - 1] = word;
        }
      }
    });
    if (bytes % WORD_BYTES !== 0)
      throw new UsageError(`Cannot read ${file}: ${bytes} bytes are not a whole number of words`);
    return [{ words, lines, labels: {} }];
  },
};

function makePartialWordError({ length }: string, file: string, line: number): UsageError {
  return new UsageError(
    `Cannot read ${file}, line ${line}: ${length} hexadecimal digits are not a whole number of words; expected 8-digit words or space-separated bytes`,
  );
}

function splitTokens(line: string): readonly string[] {
  const withoutComment = line.replace(/(?:\/\/|[;#]).*$/, ' ');
  return withoutComment.split(/[\s,[\]]+/).filter((token) => token !== '');
}

function isWordSequence(token: string): boolean {
  return WORDS.test(token);
}

function isByteDump(tokens: readonly string[]): boolean {
  return tokens.every((token) => BYTES.test(token)) && tokens.some(({ length }) => length > WORD_DIGITS);
}

function isByte(token: string): boolean {
  return BYTE.test(token);
}

/** Yields the words in a string of digits, most significant digit first. */
function* splitWords(digits: string): Generator<number> {
  for (let offset = 0; offset < digits.length; offset += WORD_DIGITS)
    yield Number.parseInt(digits.slice(offset, offset + WORD_DIGITS), 16);
}
