/** Maximum number of characters quoted in an error. */
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
    /** What was expected. */
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
