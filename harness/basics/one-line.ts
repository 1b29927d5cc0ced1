import { describeFileError } from './file-errors.js';

/** Formats an error's message on one line. Unprintable characters become spaces; letters of any script are kept. */
export function formatOneLine(error: unknown): string {
  const message = error instanceof Error ? describeFileError(error) : String(error);
  return message.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
}

/** Returns the first line of external text, without control characters. */
export function getFirstLine(text: string): string {
  return formatOneLine(text.split('\n', 1)[0]!);
}
