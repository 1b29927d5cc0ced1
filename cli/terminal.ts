/** Whether a stream takes colours and redrawing: a terminal, and the user did not say otherwise. */
export function isLively(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
}

/** Writes results. */
export function printResult(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Writes one JSON document. */
export function printJson(document: unknown): void {
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

/** Writes what is for people only. */
export function printNote(text: string): void {
  process.stderr.write(`${text}\n`);
}
