import { firstLine } from './one-line.js';

/** What an error says, no matter what threw it. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Its first line: what ended a test, without what the test had printed by then. */
export function causeOf(error: unknown): string {
  return firstLine(errorText(error));
}
