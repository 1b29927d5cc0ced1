import {
  escapeJson,
  escapeLine,
  escapeMultilineText,
  truncateMiddle,
} from '../../transactions/visible-text.js';
import { COLOUR_MARK } from '../basics/colour-mark.js';

/** Maximum number of characters per line. */
const MAX_LINE_LENGTH = 4000;

/** Matches the colours of reports, the only control sequences ever sent to a terminal. */
const COLOUR = new RegExp(`${COLOUR_MARK}(\\[(?:[12]|22|3[1-79]|90)m)`);

/** Matches a line that CI would interpret as a command. */
const COMMAND_LINE = /^(\s*):(?=:)/;

/** The properties of a stream that other files may read. Only this file writes to a stream. */
export type Terminal = Readonly<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;

/** The stream for results. */
export const RESULTS: Terminal = process.stdout;

/** The stream for human-readable notes. */
export const STDERR: Terminal = process.stderr;

/** Returns whether a stream supports colours and redrawing: a terminal, unless NO_COLOR is set or TERM is `dumb`. */
export function isInteractive(stream: Terminal): boolean {
  return stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
}

/** Returns the maximum table width for a stream. It is unlimited for pipes and files, so each row is a single line. */
export function getTableWidth({ isTTY, columns }: Terminal): number {
  return isTTY && columns > 0 ? columns : Number.POSITIVE_INFINITY;
}

/** The text of the status line at the bottom of the terminal. */
let status = '';

const CLEAR_LINE = '\r\x1b[2K';

/** Returns the width of the status line in columns: one less than the terminal's, since a full line would wrap. */
export function getStatusWidth(): number {
  return (process.stderr.columns ?? 80) - 1;
}

/** Shows a line at the bottom of the terminal, truncated to fit. Other output appears above it. */
export function showStatus(line: string): void {
  status = makePrintable(line).slice(0, getStatusWidth());
  process.stderr.write(`${CLEAR_LINE}${status}`);
}

/** Removes the line from the bottom of the terminal. */
export function hideStatus(): void {
  if (status !== '') process.stderr.write(CLEAR_LINE);
  status = '';
}

/** Writes output above the status line, then redraws it. */
function writeAboveStatus(write: () => void): void {
  if (status !== '') process.stderr.write(CLEAR_LINE);
  write();
  if (status !== '') process.stderr.write(status);
}

/** Writes results. */
export function printResult(text: string): void {
  writeAboveStatus(() => process.stdout.write(`${makePrintable(text)}\n`));
}

/** Writes a message verbatim to another of our processes. */
export function sendText(text: string): void {
  process.stdout.write(text);
}

/** Writes a JSON document. */
export function printJson(document: unknown): void {
  process.stdout.write(`${escapeJson(JSON.stringify(document, null, 2))}\n`);
}

/** Writes human-readable notes. */
export function printNote(text: string): void {
  writeAboveStatus(() => process.stderr.write(`${makePrintable(text)}\n`));
}

/** Writes a single-line command for the CI system. Values must already be escaped. */
export function printCommand(line: string): void {
  process.stderr.write(`${escapeLine(line)}\n`);
}

/**
 * Makes text safe to print. All text that is printed to a terminal or CI log passes through this function, because the
 * names, values and messages in it are untrusted.
 */
export function makePrintable(text: string): string {
  return text.split('\n').map(makePrintableLine).join('\n');
}

function makePrintableLine(line: string): string {
  const segments = line.split(COLOUR);
  const unstyled = segments.filter((_, index) => index % 2 === 0).join('');
  const visible =
    unstyled.length > MAX_LINE_LENGTH
      ? escapeMultilineText(truncateMiddle(unstyled, MAX_LINE_LENGTH))
      : segments
          .map((segment, index) => (index % 2 === 1 ? `\x1b${segment}` : escapeMultilineText(segment)))
          .join('');
  return visible.replace(COMMAND_LINE, '$1\\x3a');
}
