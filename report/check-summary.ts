import type { CheckDocument } from './check-schema.js';

/** How many programs passed and failed, in one line. */
export function checkSummary({ passed, failed, unsupported, unreadable }: CheckDocument): string {
  const files =
    unreadable.length === 0
      ? ''
      : `, ${unreadable.length} ${unreadable.length === 1 ? 'file' : 'files'} unreadable`;
  return `${passed} passed, ${failed} failed, ${unsupported} unsupported${files}`;
}
