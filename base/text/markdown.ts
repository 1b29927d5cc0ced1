import { visibleLine } from '../../transactions/index.js';

/** Characters that have a meaning in Markdown or in HTML within it. */
const MARKUP = /[\\`*<&~]|(?<!\w)_|_(?!\w)|(?<=\])\(/g;

/** Puts text on one line of Markdown, escaped so that no name becomes markup. */
export function markdownText(text: string): string {
  return unbroken(text).replace(MARKUP, '\\$&');
}

/** Formats text as inline code in Markdown, enclosed in more backticks than it contains in a row. */
export function markdownCode(text: string): string {
  const line = unbroken(text);
  const longest = Array.from(line.matchAll(/`+/g)).reduce((max, [ticks]) => Math.max(max, ticks.length), 0);
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/** Removes line breaks and hidden characters, but keeps spaces, since names may contain them. */
function unbroken(text: string): string {
  return visibleLine(text.replace(/\s*[\r\n]\s*/g, ' '));
}
