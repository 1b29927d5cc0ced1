/** The maximum number of unanswered messages to list. */
const MAX_LISTED = 3;

/** Returns a line that lists the first messages that a design had not answered, or no lines if there are none. */
export function formatUnanswered(owed: readonly string[] = []): readonly string[] {
  if (owed.length === 0) return [];
  const excess = owed.length - MAX_LISTED;
  const lines = owed.slice(0, MAX_LISTED).map((line) => `"${line}"`);
  return [`not answered by the design: ${lines.join(', ')}${excess > 0 ? ` and ${excess} more` : ''}`];
}
