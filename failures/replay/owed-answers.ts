/** The design's answer to each kind of message, for the same packer and, if the message names one, the same wave. */
const ANSWERS: ReadonlyMap<string, string> = new Map([
  ['exit', 'exited'],
  ['completed', 'described'],
  ['packed', 'numbered'],
]);
const ANSWERED: ReadonlySet<string> = new Set(ANSWERS.values());

/** Returns whether the design must eventually answer the given host line. */
export function expectsReply(line: string): boolean {
  return ANSWERS.has(line.slice(0, line.indexOf(' ')));
}

/**
 * Returns the host's messages that a design has not answered, in sending order. Ids recur after a wraparound, so each
 * answer belongs to the oldest message with its packer and id.
 *
 * @param messages host lines that need an answer.
 * @param answers all design lines.
 */
export function findUnanswered(messages: readonly string[], answers: readonly string[]): readonly string[] {
  const answerCounts = new Map<string, number>();
  for (const line of answers) {
    const [name, , packer, id] = line.split(' ');
    if (!ANSWERED.has(name!)) continue;
    const key = answerKey(name!, packer!, name === 'numbered' ? undefined : id);
    answerCounts.set(key, (answerCounts.get(key) ?? 0) + 1);
  }
  return messages.filter((line) => {
    const [name, , packer, id] = line.split(' ');
    const key = answerKey(ANSWERS.get(name!)!, packer!, id);
    const answersLeft = answerCounts.get(key) ?? 0;
    answerCounts.set(key, answersLeft - 1);
    return answersLeft <= 0;
  });
}

function answerKey(name: string, packer: string, id = ''): string {
  return `${name} ${packer} ${id}`;
}
