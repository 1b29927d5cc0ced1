const NPX = 'npx --no-install pops-tb';

/** Replaces `harness/selection/line-to-paste.ts`: a page has no folder, so its lines are for one where npx finds the program. */
export function lineToPaste(command: string, ...words: readonly string[]): string {
  return [NPX, command, ...words].join(' ');
}

/** How a shell calls the program. */
export function callOfTool(): string {
  return NPX;
}
