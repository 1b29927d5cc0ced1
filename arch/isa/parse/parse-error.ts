/** An assembly text that the table cannot encode. */
export class ParseError extends Error {
  constructor(
    readonly expected: string,
    readonly got: string,
    /** Line of the source, from 1; absent where one instruction alone was read. */
    readonly line?: number,
  ) {
    const place = line === undefined ? '' : `, line ${line}`;
    super(`Invalid ASSEMBLY${place}: expected ${expected}, got ${JSON.stringify(got)}`);
  }
}
