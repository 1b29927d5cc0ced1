/** Most characters of a text that an error quotes. */
const QUOTED_MAX = 60;

function short(text: string): string {
  return text.length <= QUOTED_MAX ? text : `${text.slice(0, QUOTED_MAX)}…`;
}

function quoted(text: string): string {
  return JSON.stringify(short(text));
}

/** An assembly text that the table cannot encode (`pops-tb asm --help`). Its message is one short line. Throws nothing. */
export class ParseError extends Error {
  constructor(
    /** The text expected there. */
    readonly expected: string,
    /** The text found there. */
    readonly got: string,
    /** Line of the source, from 1; absent where one instruction alone was read. */
    readonly line?: number,
    /** The instruction, or the label, in that line. */
    readonly instruction?: string,
    /** Name of the source, if it has one. */
    readonly source?: string,
  ) {
    const place = [
      `Invalid assembly${source === undefined ? '' : ` ${source}`}`,
      ...(line === undefined ? [] : [`line ${line}`]),
      ...(instruction === undefined ? [] : [quoted(instruction)]),
    ];
    super(`${place.join(', ')}: expected ${short(expected)}, got ${quoted(got)}`);
  }
}
