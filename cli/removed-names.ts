/** Commands from earlier versions, and what replaces them. */
export const REMOVED_COMMANDS: ReadonlyMap<string, string> = new Map([
  ['digest', 'use "report RUN_DIR" for the ten-line summary, or add --markdown to paste it into chat'],
  ['history', '"report FOLDER" prints it, and writes history.csv for other tools'],
  ['scenario', '"replay WHAT --export" prints the test as JSON'],
  ['man', 'use "COMMAND --help" instead'],
]);

/**
 * Options from earlier versions, and what replaces them. A key is "COMMAND OPTION", or only the option if every command
 * had it.
 */
export const REMOVED_OPTIONS: ReadonlyMap<string, string> = new Map([
  ['explore --waves', '--pixels sets the number of waves, one per letter: --pixels AA'],
  [
    'explore --mode',
    'explore now tries every ordering; each finding says whether its timing is possible with the knob ranges',
  ],
  ['explore --histories', 'explore now checks one history per state'],
  ['explore --states', 'the limit is now fixed at a million states'],
  ['explore --resume', 'run one longer search instead: --time 1h'],
  ['explore --seconds', 'use --time, as in run and coverage aim: --time 60s'],
  ['coverage --format', 'export now writes every format'],
  ['--inspect', 'use the Node flag directly: node --inspect-brk node_modules/.bin/pops-tb COMMAND'],
  ['qualify --explore', '"explore rmw_buffer --fault F48" searches for one fault'],
]);

/** Returns the error message for a removed command, or undefined if no such command was removed. */
export function describeRemovedCommand(name: string): string | undefined {
  const replacement = REMOVED_COMMANDS.get(name);
  return replacement === undefined ? undefined : `The command "${name}" was removed: ${replacement}`;
}

/** Returns the error message for a removed option of a command, or undefined if no such option was removed. */
export function describeRemovedOption(command: string, option: string): string | undefined {
  const replacement = REMOVED_OPTIONS.get(`${command} ${option}`) ?? REMOVED_OPTIONS.get(option);
  return replacement === undefined ? undefined : `"${command} ${option}" was removed: ${replacement}`;
}
