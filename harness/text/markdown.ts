import { findMax } from '../../arch/index.js';
import { escapeLine } from '../../transactions/index.js';

/** Characters with a special meaning in Markdown or embedded HTML. */
const MARKUP = /[\\`*<&~]|(?<!\w)_|_(?!\w)|(?<=\])\(/g;

/** Formats text as one line of Markdown, escaped so that names are not read as markup. */
export function escapeMarkdown(text: string): string {
  return toOneLine(text).replace(MARKUP, '\\$&');
}

/** Formats text as inline code in Markdown, fenced with one more backtick than its longest run of backticks. */
export function formatMarkdownCode(text: string): string {
  const line = toOneLine(text);
  const longest = Array.from(line.matchAll(/`+/g)).reduce((max, [run]) => Math.max(max, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/** Replaces line breaks with spaces and escapes invisible characters. Keeps spaces, since names may contain them. */
function toOneLine(text: string): string {
  return escapeLine(text.replace(/\s*[\r\n]\s*/g, ' '));
}

/** Wraps lines in a code fence longer than any run of backticks in them. */
export function formatMarkdownBlock(lines: readonly string[]): string[] {
  const ticks = lines.join('\n').match(/`{3,}/g) ?? [];
  const fenceTicks = '`'.repeat(
    findMax(
      ticks.map(({ length }) => length + 1),
      3,
    ),
  );
  return [`${fenceTicks}text`, ...lines, fenceTicks];
}
