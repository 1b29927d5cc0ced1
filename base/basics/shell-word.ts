import { isVisible, visibleLine } from '../../transactions/index.js';

/**
 * A string as one shell word: a quote in it ends the shell's quotes, is escaped, and reopens them. Hidden characters become
 * escapes, which bash and zsh read as the same text.
 */
export function shellWord(text: string): string {
  if (isVisible(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${visibleLine(text.replace(/[\\']/g, '\\$&'))}'`;
}
