import { oneLine } from '../../base/basics/index.js';
import type { KnownIssue } from '../../harness/records/index.js';

/** Why a failure is excused, by whom and until when, in one line. */
export function knownText({ reason, owner, expires }: KnownIssue): string {
  return oneLine(`${reason} (${owner}, until ${expires})`);
}
