/** An assembly text that the table cannot encode. */
export class ParseError extends Error {
  constructor(expected: string, got: string) {
    super(`Invalid ASSEMBLY: expected ${expected}, got ${JSON.stringify(got)}`);
  }
}
