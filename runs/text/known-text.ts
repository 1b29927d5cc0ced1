import { formatOneLine } from '../../base/basics/index.js';
import type { KnownIssue } from '../../harness/records/index.js';

/** Says in one line why a failure is excused, by whom and until when. */
export function formatKnownIssue({ reason, owner, expires }: KnownIssue): string {
  return formatOneLine(`${reason} (${owner}, until ${expires})`);
}
