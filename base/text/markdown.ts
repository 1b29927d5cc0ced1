import { visibleLine } from '../../transactions/index.js';

/** Characters with a meaning in Markdown, or in HTML within it. */
const MARKUP = /[\\`*<&~]|(?<!\w)_|_(?!\w)|(?<=\])\(/g;

/** Text as one line of Markdown, escaped so that no name becomes markup. */
export function markdownText(text: string): string {
  return unbroken(text).replace(MARKUP, '\\$&');
}

/** Text as code in a Markdown line, between more backticks than its longest run of them. */
export function markdownCode(text: string): string {
  const line = unbroken(text);
  const longest = Array.from(line.matchAll(/`+/g)).reduce((most, [ticks]) => Math.max(most, ticks.length), 0);
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/** The text without line breaks or hidden characters; spaces are kept, since names may contain them. */
function unbroken(text: string): string {
  return visibleLine(text.replace(/\s*[\r\n]\s*/g, ' '));
}
