const NPX = 'npx --no-install pops-tb';

/**
 * Replaces `harness/selection/pasteable-command.ts`. A page has no folder, so its command lines assume one where
 * npx finds the program.
 */
export function makePasteableCommand(command: string, ...args: readonly string[]): string {
  return [NPX, command, ...args].join(' ');
}

/** The words that start the program in a shell. */
export function getToolCommand(): string {
  return NPX;
}
