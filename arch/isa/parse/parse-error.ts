/** Maximum length of text quoted in an error. */
const MAX_QUOTED = 60;

function truncate(text: string): string {
  return text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED)}…`;
}

function quote(text: string): string {
  return JSON.stringify(truncate(text));
}

/** Thrown for assembly text that the table cannot encode (`pops-tb asm --help`). Its message is one short line. */
export class ParseError extends Error {
  constructor(
    /** Expected text. */
    readonly expected: string,
    /** Actual text. */
    readonly got: string,
    /** Source line, counted from 1; absent if a single instruction was parsed. */
    readonly line?: number,
    /** Instruction or label on that line. */
    readonly instruction?: string,
    /** Name of the source, if any. */
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
