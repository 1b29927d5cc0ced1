import type { CheckDocument } from './check-schema.js';
import { counted } from './counted.js';

/** How many programs passed and failed, in one line. */
export function checkSummary({ passed, failed, unsupported, unreadable }: CheckDocument): string {
  const files = unreadable.length === 0 ? '' : `, ${counted(unreadable.length, 'unreadable file')}`;
  return `${passed} passed, ${failed} failed, ${unsupported} unsupported${files}`;
}
