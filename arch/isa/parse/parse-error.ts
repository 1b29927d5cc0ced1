/** Characters that an error quotes of a text. */
const QUOTED_MAX = 60;

function short(text: string): string {
  return text.length <= QUOTED_MAX ? text : `${text.slice(0, QUOTED_MAX)}…`;
}

/** An assembly text that the table cannot encode (`pops-tb asm --help`). Its message is one short line. Throws nothing. */
export class ParseError extends Error {
  constructor(
    /** What would be right there. */
    readonly expected: string,
    /** What stands there. */
    readonly got: string,
    /** Line of the source, from 1; absent where one instruction alone was read. */
    readonly line?: number,
  ) {
    const place = line === undefined ? '' : `, line ${line}`;
    super(`Invalid ASSEMBLY${place}: expected ${short(expected)}, got ${JSON.stringify(short(got))}`);
  }
}
