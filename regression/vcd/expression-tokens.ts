import { UsageError } from '../../transactions/index.js';

/** A word of an expression; the last one is empty. */
export interface Token {
  readonly kind: 'number' | 'name' | 'sign';
  readonly text: string;
  /** What a number is. */
  readonly value?: number;
}

const TOKEN =
  /\s*(?:(?<number>\d[\d_]*'[sS]?[hHdDbB][\da-fA-F_]+|0[xX][\da-fA-F_]+|\d[\d_]*)|(?<name>[A-Za-z_$][\w$]*)|(?<sign>\+:|&&|\|\||==|!=|<=|>=|<<|>>|[-+*/%!&|^<>?:()[\].,]))/y;

const BASES: Readonly<Record<string, number>> = { h: 16, d: 10, b: 2 };

/** The words of an expression, and an empty one after them. Throws `UsageError` for a sign that expressions do not have. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const source = text.trimEnd();
  let from = 0;
  while (from < source.length) {
    TOKEN.lastIndex = from;
    const groups = TOKEN.exec(source)?.groups;
    if (groups === undefined)
      throw new UsageError(`"${source.slice(from).trim().slice(0, 20)}" is no part of an expression`);
    const { number, name, sign } = groups;
    if (number !== undefined) tokens.push({ kind: 'number', text: number, value: numberIn(number) });
    else tokens.push(name === undefined ? { kind: 'sign', text: sign! } : { kind: 'name', text: name });
    from = TOKEN.lastIndex;
  }
  return [...tokens, { kind: 'sign', text: '' }];
}

/** `12`, `0x1f`, or with a size as Verilog has it, `10'h3f`. */
function numberIn(number: string): number {
  const digits = number.replaceAll('_', '');
  const [, base, sized] = /^\d+'[sS]?([hHdDbB])(.+)$/.exec(digits) ?? [];
  const value = base === undefined ? Number(digits) : Number.parseInt(sized!, BASES[base.toLowerCase()]);
  if (Number.isSafeInteger(value)) return value;
  throw new UsageError(`${number} is no number below 2^53`);
}
