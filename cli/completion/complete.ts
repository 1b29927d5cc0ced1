import { COMMANDS, type CommandEntry } from '../commands.js';
import { buildStandaloneCommand } from '../loaded-command.js';
import { listCandidates } from './candidates.js';
import { type CommandShape, getCommandShape } from './command-shape.js';
import { listKnownValues } from './known-values.js';

/**
 * Returns the lines to print for the shell, one per candidate at the cursor: the word, a tab and the
 * description.
 */
export async function completeLine(words: readonly string[]): Promise<readonly string[]> {
  const commandName = words.length > 1 ? words[0] : undefined;
  const shapes = await Promise.all(
    COMMANDS.map((entry) =>
      entry.name === commandName ? loadShape(entry) : createBareShape(entry.name, entry.summary),
    ),
  );
  return listCandidates(words, shapes, listKnownValues).map(
    ({ word, description }) => `${word}\t${description.replaceAll(/\s+/g, ' ')}`,
  );
}

async function loadShape(entry: CommandEntry): Promise<CommandShape> {
  return getCommandShape(await buildStandaloneCommand(entry), entry.summary);
}

/** Returns the shape of a command that is not being completed. Only its name is needed, so its module is not loaded. */
function createBareShape(name: string, description: string): CommandShape {
  return { name, description, options: [], argumentCount: 0 };
}
