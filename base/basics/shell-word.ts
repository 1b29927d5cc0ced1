import { escapeLine, isVisible } from '../../transactions/index.js';

/**
 * Quotes a string as one shell word. A quote in the string closes the shell's quotes, is escaped, and opens
 * them again. Invisible characters become escapes, which bash and zsh convert back.
 */
export function quoteShellWord(text: string): string {
  if (isVisible(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${escapeLine(text.replace(/[\\']/g, '\\$&'))}'`;
}
