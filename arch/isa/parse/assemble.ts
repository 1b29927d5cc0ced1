import type { WaveSize } from '../../chips.js';
import { getGeneration, type InstructionSet } from '../../instruction-set.js';
import { memoiseTexts } from '../../memoise.js';
import { splitInstruction } from '../decode/raw.js';
import { printRaw } from '../print/index.js';
import { parseInstruction } from './index.js';
import { ParseError, parseInteger, parseList, type Tokens, tokenize } from './tokens.js';

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

function listRegisters(operand: string): string {
  return (operand.startsWith('[') ? parseList(operand) : [operand]).map(findRegister).join();
}

/** Returns whether two integers are equal as 32-bit values, or as 16-bit values if the first fits in 16 bits. */
function isSameInteger(a: number, b: number): boolean {
  if ((a | 0) === (b | 0) && Math.abs(a) < 2 ** 32) return true;
  return a >= -0x8000 && a <= 0xffff && (a & 0xffff) === (b & 0xffff);
}

function isSameOperand(written: string, printed: string, isImage: boolean): boolean {
  if (INTEGER.test(written) && INTEGER.test(printed))
    return isSameInteger(parseInteger(written), parseInteger(printed));
  if (isImage && written.startsWith('[')) return listRegisters(written) === listRegisters(printed);
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
function checkRoundTrip(text: string, words: readonly number[], set: InstructionSet, wave: WaveSize): void {
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

/** An assembled instruction or data directive. */
export interface AssembledLine {
  /** The source line, counted from 1. */
  readonly line: number;
  readonly words: readonly number[];
}

interface Line {
  readonly text: string;
  readonly line: number;
  readonly offset: number;
  /** The words of the instruction. Branches are encoded as if their label were the next instruction. */
  readonly words: readonly number[];
  readonly isBranch: boolean;
}

const LABEL = /^([A-Za-z_.][\w.]*):\s*/;
/**
 * Matches a branch to a label, capturing the text before the label and the label itself. Calls and subvector loops have
 * registers before the label.
 */
const BRANCH =
  /^(s_branch\s+|s_cbranch_(?!join|g_fork|i_fork)\w+\s+|(?:s_call_b64|s_cbranch_i_fork|s_subvector_loop_\w+)\s+[^,]+,\s*)([A-Za-z_.][\w.]*)$/;

function stripComment(line: string): string {
  const commentStart = line.search(/;|\/\//);
  return (commentStart < 0 ? line : line.slice(0, commentStart)).trim();
}

/** Replaces a branch's label with the encoded distance to it. */
function resolveLabel({ text, offset }: Line, labels: ReadonlyMap<string, number>): string {
  const match = BRANCH.exec(text);
  if (match === null) return text;
  const target = labels.get(match[2]);
  if (target === undefined) throw new ParseError('a label in this program', match[2]);
  return `${match[1]}${(target - offset - 1) & 0xffff}`;
}

/** Runs `step` and adds the line number and text to any parse error. */
function withLocation<T>(line: number, text: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw new ParseError(error.expected, error.got, line, text);
  }
}

const DATA = /^\.(?:long|int|4byte)\s+((?:0x[0-9a-f]+|\d+)(?:\s*,\s*(?:0x[0-9a-f]+|\d+))*)$/i;

/** Returns the words of a data directive, or undefined for any other text. */
function parseData(text: string): readonly number[] | undefined {
  const values = DATA.exec(text)?.[1]
    ?.split(/\s*,\s*/)
    .map(Number);
  return values?.every((value) => value <= 0xffffffff) === true ? values : undefined;
}

/** Encodes one instruction as words. */
type Parse = (text: string, set: InstructionSet) => readonly number[];

/** Returns the lines that contain instructions or data, and the dword offset of each label. */
function readLines(
  source: string,
  set: InstructionSet,
  parse: Parse,
): { lines: Line[]; labels: Map<string, number> } {
  const labels = new Map<string, number>();
  const lines: Line[] = [];
  let offset = 0;
  source.split('\n').forEach((raw, i) => {
    let text = stripComment(raw);
    for (let match = LABEL.exec(text); match !== null; match = LABEL.exec(text)) {
      if (labels.has(match[1])) {
        throw new ParseError('a unique label', match[1], i + 1, text);
      }
      labels.set(match[1], offset);
      text = text.slice(match[0].length);
    }
    if (text === '') return;
    const isBranch = BRANCH.test(text);
    const words =
      parseData(text) ??
      withLocation(i + 1, text, () =>
        parse(isBranch ? text.replace(BRANCH, (_, beforeLabel) => `${beforeLabel}0`) : text, set),
      );
    lines.push({ text, line: i + 1, offset, words, isBranch });
    offset += words.length;
  });
  return { lines, labels };
}

/**
 * Assembles a program in LLVM's syntax and returns the machine words of each line. A line contains at most one
 * instruction; labels are written `name:`, and comments start with `;` or `//`. Rejects text that cannot be encoded in
 * full: an extra operand, a register range of the wrong width, a number too large for its field, or a modifier that the
 * instruction does not have.
 *
 * @throws ParseError with the line and the first text that cannot be encoded
 */
export function assembleLines(source: string, set: InstructionSet, wave: WaveSize): AssembledLine[] {
  const { lines, labels } = readLines(source, set, parseInstruction);
  return lines.map((entry) =>
    withLocation(entry.line, entry.text, () => {
      if (parseData(entry.text) !== undefined) return { line: entry.line, words: entry.words };
      const text = resolveLabel(entry, labels);
      const words = parseInstruction(text, set);
      checkRoundTrip(text, words, set, wave);
      return { line: entry.line, words };
    }),
  );
}

/** Parses the instructions of built-in programs, most of which occur again. */
export const parseOnce: Parse = memoiseTexts(parseInstruction);

/**
 * Assembles a built-in program. Accepts the syntax of `assembleLines` but skips its checks, so the same source can be
 * used for both wave sizes.
 *
 * @throws ParseError with the line and the first text that cannot be encoded
 */
export function assembleProgram(source: string, set: InstructionSet): number[] {
  return assembleListing(source, set).lines.flatMap(({ words }) => words);
}

/** Like `assembleProgram`, but also returns the line of each instruction and the dword offset of each label. */
export function assembleListing(
  source: string,
  set: InstructionSet,
): { readonly lines: readonly AssembledLine[]; readonly labels: ReadonlyMap<string, number> } {
  const { lines, labels } = readLines(source, set, parseOnce);
  return {
    lines: lines.map((entry) => ({
      line: entry.line,
      words: entry.isBranch
        ? withLocation(entry.line, entry.text, () => parseOnce(resolveLabel(entry, labels), set))
        : entry.words,
    })),
    labels,
  };
}
