import { assembleProgram, chipOf, instructionSetOf, ParseError } from '../../arch/index.js';
import { UsageError } from '../../transactions/index.js';
import { type GivenCode, type GivenState, givenChip } from '../given-programs.js';
import { oneLine } from '../one-line.js';

/** Words as disassemblers print them: eight digits, with or without `0x`, between blanks or commas. */
const WORD = /^(?:0x)?[0-9a-f]{8}$/i;

/** An instruction as `llvm-objdump -d` prints it; its words are the truth, the text is a comment (formats.md 10). */
const DUMPED = /^\t.*\/\/ [0-9A-F]{12}: ((?:[0-9A-F]{8} ?)+)/;

/** Directives around a program of `llc -filetype=asm` and in it that bring no instruction, or none that does anything, and comments from `#`. */
const UNREAD =
  /^\s*(?:#|\.(?:text|amdgcn_target|globl|hidden|protected|weak|p2align|type|section|size|ident|set|file)\b).*/;

/** Directive ahead of a program of `llc -filetype=asm`, behind constants that it has no use for. */
const BEGIN = /^\s*\.type\s+\w+,\s*@function/;

/** Label behind its last instruction; notes and constants follow. */
const END = /^\.Lfunc_end\d+:/;

/** `s_code_end`, with which compilers pad code from GFX10 on. */
const CODE_END = 0xbf9f0000;

/** The first word of an instruction in LLVM's syntax. */
const MNEMONIC =
  /^\s*(?:[sv]|ds|exp|lds|buffer|tbuffer|image|global|flat|scratch)(?:_\w+|\s+(?:mrt|pos|null|dual))/m;

/** Whether a text looks like a program: an instruction or nothing but words. */
export function isProgramText(text: string): boolean {
  return MNEMONIC.test(text) || (text.trim() !== '' && isAllWords(tokensOf(text)));
}

/**
 * The program of a text: hexadecimal words where it has nothing else or a disassembler put them beside their instructions,
 * otherwise assembly. Throws `UsageError`.
 */
export function textCode(text: string, file: string, state: GivenState): GivenCode {
  const all = dumpedWords(text) ?? plainWords(text, file, state);
  const words = all.slice(0, all.findLastIndex((word) => word !== CODE_END) + 1);
  return { name: file, words, registers: {}, fields: {}, wave: undefined, scratchBytes: 0 };
}

function dumpedWords(text: string): readonly number[] | undefined {
  const words = text.split('\n').flatMap((line) => DUMPED.exec(line)?.[1].trim().split(' ') ?? []);
  return words.length === 0 ? undefined : words.map((word) => Number.parseInt(word, 16));
}

function plainWords(text: string, file: string, state: GivenState): readonly number[] {
  const tokens = tokensOf(text);
  if (tokens.length === 0) throw new UsageError(`Cannot read ${file}: it holds no instruction`);
  return isAllWords(tokens)
    ? tokens.map((token) => Number.parseInt(token.replace(/^0x/i, ''), 16))
    : assembled(text, file, state);
}

function tokensOf(text: string): readonly string[] {
  const plain = text.replace(/(?:\/\/|[;#]).*$/gm, ' ');
  return plain.split(/[\s,]+/).filter((token) => token !== '');
}

function isAllWords(tokens: readonly string[]): boolean {
  return tokens.every((token) => WORD.test(token));
}

/** The instructions and labels of a text, each on its line. */
function programLines(text: string): string {
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => BEGIN.test(line));
  const end = lines.findIndex((line) => END.test(line));
  const isInside = (i: number): boolean => i >= begin && (end < 0 || i < end);
  return lines.map((line, i) => (isInside(i) ? line.replace(UNREAD, '') : '')).join('\n');
}

function assembled(text: string, file: string, state: GivenState): readonly number[] {
  const set = instructionSetOf(chipOf(givenChip(state, { name: file })));
  try {
    return assembleProgram(programLines(text), set);
  } catch (error) {
    if (error instanceof ParseError) throw new UsageError(`Invalid assembly ${file}: ${oneLine(error)}`);
    throw error;
  }
}
