import { fileErrorText } from './file-errors.js';

/** An error's message as it can be shown in one line: what does not print becomes a space, letters of any language stay. */
export function oneLine(error: unknown): string {
  const message = error instanceof Error ? fileErrorText(error) : String(error);
  return message.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
}

/** The first line of a text from outside, without control sequences. */
export function firstLine(text: string): string {
  return oneLine(text.split('\n', 1)[0]!);
}
