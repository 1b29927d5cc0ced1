const MAX_QUOTED_LENGTH = 60;

function truncate(text: string): string {
  return text.length <= MAX_QUOTED_LENGTH ? text : `${text.slice(0, MAX_QUOTED_LENGTH)}…`;
}

function quote(text: string): string {
  return JSON.stringify(truncate(text));
}

/** Thrown for assembly text that cannot be encoded (`pops-tb asm --help`). The message is a single short line. */
export class ParseError extends Error {
  constructor(
    /** What would be right there. */
    readonly expected: string,
    /** The text found instead. */
    readonly got: string,
    /** Source line, counted from 1; absent if a single instruction was parsed. */
    readonly line?: number,
    /** Instruction or label on that line. */
    readonly instruction?: string,
    /** Name of the assembly source, if any. */
    readonly source?: string,
  ) {
    const location = [
      `Invalid assembly${source === undefined ? '' : ` in ${source}`}`,
      ...(line === undefined ? [] : [`line ${line}`]),
      ...(instruction === undefined ? [] : [quote(instruction)]),
    ];
    super(`${location.join(', ')}: expected ${truncate(expected)}, got ${quote(got)}`);
  }
}

/** The parts of an instruction's text. */
export interface Tokens {
  readonly mnemonic: string;
  readonly operands: readonly string[];
  /** The modifiers after the last operand, written as `name:value` or `name`. */
  readonly modifiers: ReadonlyMap<string, string>;
  /** Everything after the mnemonic. */
  readonly rest: string;
}

const OPENING = '([';
const CLOSING = ')]';

function splitOutsideBrackets(text: string, separator: RegExp): string[] {
  const segments = [''];
  let depth = 0;
  for (const character of text) {
    if (OPENING.includes(character)) depth++;
    if (CLOSING.includes(character)) depth--;
    if (depth === 0 && separator.test(character)) segments.push('');
    else segments[segments.length - 1] += character;
  }
  return segments;
}

function parseModifier(item: string): [string, string] {
  const colon = item.indexOf(':');
  return colon < 0 ? [item, ''] : [item.slice(0, colon), item.slice(colon + 1)];
}

/** Matches the modifiers that can directly follow the mnemonic of LDS, GDS and cache instructions. */
const BARE_MODIFIER = /^(?:offset:\w+|gds|scope:\w+|th:\w+)$/;

/** Splits an instruction into its mnemonic, its comma-separated operands and its space-separated modifiers. */
export function tokenize(text: string): Tokens {
  const trimmed = text.trim();
  const [mnemonic] = trimmed.split(/\s/, 1);
  const rest = trimmed.slice(mnemonic.length).trim();
  if (rest === '') return { mnemonic, operands: [], modifiers: new Map(), rest };
  const segments = splitOutsideBrackets(rest, /,/).map((segment) => segment.trim());
  const items = splitOutsideBrackets(segments.at(-1)!, /\s/).filter((item) => item !== '');
  const hasOperands = segments.length > 1 || !BARE_MODIFIER.test(items[0] ?? '');
  const operands = hasOperands ? [...segments.slice(0, -1), items[0] ?? ''] : [];
  const modifiers = new Map(items.slice(operands.length === 0 ? 0 : 1).map(parseModifier));
  return { mnemonic, operands, modifiers, rest };
}

/** Parses a signed decimal or hexadecimal integer. */
export function parseInteger(text: string): number {
  const match = /^(-?)(0x[0-9a-f]+|\d+)$/i.exec(text);
  if (match === null) throw new ParseError('a number', text);
  const value = Number(match[2]);
  return match[1] === '-' ? -value : value;
}

/** Returns the elements of a bracketed list such as `[1,0,3,2]`, in order. */
export function parseList(text: string): string[] {
  if (!text.startsWith('[') || !text.endsWith(']')) throw new ParseError('a list in brackets', text);
  return text
    .slice(1, -1)
    .split(',')
    .map((element) => element.trim());
}
