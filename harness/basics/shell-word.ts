import { escapeLine, isVisible } from '../../transactions/index.js';

/**
 * Quotes a string as a single shell word. Each quote in the string becomes a closing quote, an escaped quote and an
 * opening quote. Invisible characters are escaped in the `$'…'` form, which bash and zsh decode.
 */
export function quoteShellWord(text: string): string {
  if (isVisible(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${escapeLine(text.replace(/[\\']/g, '\\$&'))}'`;
}
