import { counted } from '../../base/text/index.js';
import type { CheckDocument } from './check-schema.js';

/** Passed and failed programs, in one line. */
export function checkSummary({ passed, failed, unsupported, unreadable }: CheckDocument): string {
  const files = unreadable.length === 0 ? '' : `, ${counted(unreadable.length, 'unreadable file')}`;
  return `${passed} passed, ${failed} failed, ${unsupported} unsupported${files}`;
}
