import { assembleProgram, chipOf, ParseError } from '../../arch/index.js';
import { UsageError } from '../../transactions/index.js';
import { type GivenCode, type GivenState, givenChip } from '../given-programs.js';
import { oneLine } from '../one-line.js';

/** Words as disassemblers print them: eight digits, with or without `0x`, between blanks or commas. */
const WORD = /^(?:0x)?[0-9a-f]{8}$/i;

/** The program of a text: hexadecimal words where it has nothing else, otherwise assembly. Throws `UsageError`. */
export function textCode(text: string, file: string, state: GivenState): GivenCode {
  const plain = text.replace(/(?:\/\/|[;#]).*$/gm, ' ');
  const tokens = plain.split(/[\s,]+/).filter((token) => token !== '');
  if (tokens.length === 0) throw new UsageError(`Cannot read ${file}: it holds no instruction`);
  const words = tokens.every((token) => WORD.test(token))
    ? tokens.map((token) => Number.parseInt(token.replace(/^0x/i, ''), 16))
    : assembled(text, file, state);
  return { name: file, words, registers: {}, fields: {}, wave: undefined, scratchBytes: 0 };
}

function assembled(text: string, file: string, state: GivenState): readonly number[] {
  const { gfx } = chipOf(givenChip(state, { name: file }));
  try {
    return assembleProgram(text, gfx);
  } catch (error) {
    if (error instanceof ParseError) throw new UsageError(`Invalid assembly ${file}: ${oneLine(error)}`);
    throw error;
  }
}
