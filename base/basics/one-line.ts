import { fileErrorText } from './file-errors.js';

/** An error's message as one line: unprintable characters become spaces, letters of any language stay. */
export function oneLine(error: unknown): string {
  const message = error instanceof Error ? fileErrorText(error) : String(error);
  return message.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
}

/** The first line of external text, without control characters. */
export function firstLine(text: string): string {
  return oneLine(text.split('\n', 1)[0]!);
}
