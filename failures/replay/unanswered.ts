const MAX_LISTED = 3;

/** Returns a line that lists the first messages that a design had not answered, or no lines if there are none. */
export function formatUnanswered(owed: readonly string[] = []): readonly string[] {
  if (owed.length === 0) return [];
  const excess = owed.length - MAX_LISTED;
  const lines = owed.slice(0, MAX_LISTED).map((line) => `"${line}"`);
  return [`not answered by the design: ${lines.join(', ')}${excess > 0 ? ` and ${excess} more` : ''}`];
}

/** The answer to each kind of message. Both name the same packer and, if the message names a wave, the same wave. */
const ANSWERS: ReadonlyMap<string, string> = new Map([
  ['exit', 'exited'],
  ['completed', 'described'],
  ['packed', 'numbered'],
]);
const ANSWER_NAMES: ReadonlySet<string> = new Set(ANSWERS.values());

/** Returns whether the design must eventually answer the given host line. */
export function expectsAnswer(line: string): boolean {
  return ANSWERS.has(line.slice(0, line.indexOf(' ')));
}

/**
 * Returns the host's messages that a design has not answered, in the order they were sent. Ids are reused after they
 * wrap around, so each answer is matched to the oldest unanswered message with the same packer and id.
 *
 * @param messages host lines that the design must answer.
 * @param answers all design lines.
 */
export function findUnanswered(messages: readonly string[], answers: readonly string[]): readonly string[] {
  const answerCounts = new Map<string, number>();
  for (const line of answers) {
    const [name, , packer, id] = line.split(' ');
    if (!ANSWER_NAMES.has(name!)) continue;
    const key = makeAnswerKey(name!, packer!, name === 'numbered' ? undefined : id);
    answerCounts.set(key, (answerCounts.get(key) ?? 0) + 1);
  }
  return messages.filter((line) => {
    const [name, , packer, id] = line.split(' ');
    const key = makeAnswerKey(ANSWERS.get(name!)!, packer!, id);
    const remainingAnswers = answerCounts.get(key) ?? 0;
    answerCounts.set(key, remainingAnswers - 1);
    return remainingAnswers <= 0;
  });
}

function makeAnswerKey(name: string, packer: string, id = ''): string {
  return `${name} ${packer} ${id}`;
}
