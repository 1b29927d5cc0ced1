const NPX = 'npx --no-install pops-tb';

/**
 * Replaces `harness/selection/line-to-paste.ts`. A page has no folder, so its command lines are meant for one
 * where npx finds the program.
 */
export function lineToPaste(command: string, ...words: readonly string[]): string {
  return [NPX, command, ...words].join(' ');
}

/** The words with which a shell starts the program. */
export function callOfTool(): string {
  return NPX;
}
