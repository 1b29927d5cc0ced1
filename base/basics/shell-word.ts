import { isVisible, visibleLine } from '../../transactions/index.js';

/**
 * A text as one word of a shell: a quote in it ends the shell's quotes, stands for itself, and begins them again. What is hidden in
 * it is an escape, which bash and zsh take for the same text.
 */
export function shellWord(text: string): string {
  if (isVisible(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${visibleLine(text.replace(/[\\']/g, '\\$&'))}'`;
}
