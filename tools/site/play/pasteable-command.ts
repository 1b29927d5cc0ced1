const NPX = 'npx --no-install pops-tb';

/**
 * Replaces `harness/selection/pasteable-command.ts`. A page has no working directory, so commands assume that npx
 * can find the program.
 */
export function formatCommand(command: string, ...args: readonly string[]): string {
  return [NPX, command, ...args].join(' ');
}

/** Returns the command that starts the program in a shell. */
export function getToolCommand(): string {
  return NPX;
}
