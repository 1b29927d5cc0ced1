import { Command } from 'commander';
import { COMMANDS } from '../commands.js';
import { addLimitsOption } from '../limits-option.js';
import { candidates } from './candidates.js';
import { type CommandShape, shapeOfCommand } from './command-shape.js';
import { knownValues } from './known-values.js';

/** Lines for a shell: each word that may stand at the cursor, a tab, and what it means. */
export async function completionLines(words: readonly string[]): Promise<readonly string[]> {
  const called = words.length > 1 ? words[0] : undefined;
  const shapes = await Promise.all(
    COMMANDS.map((entry) => (entry.name === called ? shapeOf(entry) : bareShape(entry.name, entry.summary))),
  );
  return candidates(words, shapes, knownValues).map(
    ({ word, text }) => `${word}\t${text.replaceAll(/\s+/g, ' ')}`,
  );
}

async function shapeOf({ name, summary, load }: (typeof COMMANDS)[number]): Promise<CommandShape> {
  const command = new Command(name);
  (await load()).define(command, () => undefined);
  addLimitsOption(command);
  return shapeOfCommand(command, summary);
}

/** Of commands that are not called the name is enough; their modules stay unloaded. */
function bareShape(name: string, text: string): CommandShape {
  return { name, text, options: [], argumentCount: 0 };
}
