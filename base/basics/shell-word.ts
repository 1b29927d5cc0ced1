import { isVisible, visibleLine } from '../../transactions/index.js';

/**
 * Quotes a string as one shell word. A quote in the string closes the shell's quotes, is escaped, and opens
 * them again. Hidden characters become escapes, which bash and zsh convert back.
 */
export function shellWord(text: string): string {
  if (isVisible(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${visibleLine(text.replace(/[\\']/g, '\\$&'))}'`;
}
