import { UsageError } from '../../../transactions/index.js';
import type { ProgramText, TextFormat, TextProgram } from './text-program.js';

/** One word or several without a separator, with or without `0x`. */
const WORDS = /^(?:0x)?(?:[0-9a-f]{8})+$/i;

/** A byte, as `llvm-mc` and hexadecimal dumps print it; words lie in memory with the low byte first. */
const BYTE = /^(?:0x)?[0-9a-f]{2}$/i;

/** Hexadecimal words, with blanks or commas between them or nothing at all, or bytes in the order of memory. */
export const HEX_WORDS: TextFormat = {
  name: 'hexadecimal words',
  recognises(text) {
    const tokens = text.split('\n').flatMap(tokensOf);
    return tokens.length > 0 && (tokens.every(isWords) || tokens.every(isByte));
  },
  read({ lines, file }: ProgramText): readonly TextProgram[] {
    const bytes: number[] = [];
    const lineOfByte: number[] = [];
    lines.forEach((line, at) => {
      for (const token of tokensOf(line)) {
        for (const byte of bytesOf(token)) {
          bytes.push(byte);
          lineOfByte.push(at + 1);
        }
      }
    });
    if (bytes.length % 4 !== 0)
      throw new UsageError(`Cannot read ${file}: ${bytes.length} bytes are no whole number of words`);
    const starts = Array.from({ length: bytes.length / 4 }, (_, word) => 4 * word);
    const words = starts.map((at) => {
      const [a, b, c, d] = bytes.slice(at, at + 4) as [number, number, number, number];
      return (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
    });
    return [{ words, lines: starts.map((at) => lineOfByte[at]!), labels: {} }];
  },
};

function tokensOf(line: string): readonly string[] {
  const plain = line.replace(/(?:\/\/|[;#]).*$/, ' ');
  return plain.split(/[\s,[\]]+/).filter((token) => token !== '');
}

function isWords(token: string): boolean {
  return WORDS.test(token);
}

function isByte(token: string): boolean {
  return BYTE.test(token);
}

/** Bytes in the order of memory; a word is written with its high byte first. */
function bytesOf(token: string): number[] {
  const digits = token.replace(/^0x/i, '');
  const bytes = (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  if (bytes.length === 1) return bytes;
  return bytes.map((_, at) => bytes[(at & ~3) + 3 - (at & 3)]!);
}
