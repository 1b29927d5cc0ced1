import { fileErrorText } from './file-errors.js';

/** Formats an error's message on one line. Unprintable characters become spaces; letters of any script are kept. */
export function oneLine(error: unknown): string {
  const message = error instanceof Error ? fileErrorText(error) : String(error);
  return message.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
}

/** Returns the first line of external text, without control characters. */
export function firstLine(text: string): string {
  return oneLine(text.split('\n', 1)[0]!);
}
