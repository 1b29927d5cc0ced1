import { shortened, visibleJson, visibleLine, visibleText } from '../../transactions/visible-text.js';
import { COLOUR_MARK } from '../basics/colour-mark.js';

/** Maximum characters per line. */
const LINE_MAX = 4000;

/** Report colours, the only control sequences sent to a terminal. */
const COLOUR = new RegExp(`${COLOUR_MARK}(\\[(?:[12]|22|3[1-79]|90)m)`);

/** A line that CI would take for a command. */
const COMMAND_LINE = /^(\s*):(?=:)/;

/** Readable properties of a stream; only this file writes to one. */
export type Terminal = Readonly<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;

/** Stream for results. */
export const RESULTS: Terminal = process.stdout;

/** Stream for human-readable notes. */
export const NOTES: Terminal = process.stderr;

/** Whether a stream supports colours and redrawing: a terminal, unless overridden by the user. */
export function isInteractive(stream: Terminal): boolean {
  return stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
}

/** Table width on this stream: a pipe or file gets one line per row, for other programs. */
export function tableWidth({ isTTY, columns }: Terminal): number {
  return isTTY && columns > 0 ? columns : Number.POSITIVE_INFINITY;
}

/** The status on the terminal's last line, continually overwritten. */
let status = '';

const CLEAR_LINE = '\r\x1b[2K';

/** Columns of the status line: one less than the terminal's, since a full line would wrap. */
export function statusWidth(): number {
  return (process.stderr.columns ?? 80) - 1;
}

/** Shows one line at the bottom of the terminal; other output appears above it. Truncated to fit. */
export function showStatus(line: string): void {
  status = printable(line).slice(0, statusWidth());
  process.stderr.write(`${CLEAR_LINE}${status}`);
}

/** Removes the line at the bottom. */
export function endStatus(): void {
  if (status !== '') process.stderr.write(CLEAR_LINE);
  status = '';
}

/** Writes above the status line, and redraws it. */
function aboveStatus(write: () => void): void {
  if (status !== '') process.stderr.write(CLEAR_LINE);
  write();
  if (status !== '') process.stderr.write(status);
}

/** Writes results. */
export function printResult(text: string): void {
  aboveStatus(() => process.stdout.write(`${printable(text)}\n`));
}

/** Writes a message for another process of this program, unmodified. */
export function sendText(text: string): void {
  process.stdout.write(text);
}

/** Writes one JSON document. */
export function printJson(document: unknown): void {
  process.stdout.write(`${visibleJson(JSON.stringify(document, null, 2))}\n`);
}

/** Writes human-readable notes. */
export function printNote(text: string): void {
  aboveStatus(() => process.stderr.write(`${printable(text)}\n`));
}

/** Writes a command for the surrounding CI, with escaped values; always one line. */
export function printCommand(line: string): void {
  process.stderr.write(`${visibleLine(line)}\n`);
}

/** The only path of text to a terminal or CI log: its names, values and messages are untrusted. */
export function printable(text: string): string {
  return text.split('\n').map(printableLine).join('\n');
}

function printableLine(line: string): string {
  const pieces = line.split(COLOUR);
  const texts = pieces.filter((_, at) => at % 2 === 0).join('');
  const shown =
    texts.length > LINE_MAX
      ? visibleText(shortened(texts, LINE_MAX))
      : pieces.map((piece, at) => (at % 2 === 1 ? `\x1b${piece}` : visibleText(piece))).join('');
  return shown.replace(COMMAND_LINE, '$1\\x3a');
}
