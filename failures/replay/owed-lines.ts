/** The maximum number of unanswered messages that are named. */
const OWED_SHOWN = 3;

/** Returns a line with the first messages that a design had not answered, or no lines if there are none. */
export function owedLines(owed: readonly string[] = []): readonly string[] {
  if (owed.length === 0) return [];
  const more = owed.length - OWED_SHOWN;
  const shown = owed.slice(0, OWED_SHOWN).map((line) => `"${line}"`);
  return [`not answered by the design: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
}
