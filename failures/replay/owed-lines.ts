/** Maximum number of unanswered messages named. */
const OWED_SHOWN = 3;

/** The first messages that a design had not answered, in a line; empty if none. */
export function owedLines(owed: readonly string[] = []): readonly string[] {
  if (owed.length === 0) return [];
  const more = owed.length - OWED_SHOWN;
  const shown = owed.slice(0, OWED_SHOWN).map((line) => `"${line}"`);
  return [`not answered by the design: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
}
