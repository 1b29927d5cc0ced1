/**
 * Characters that a terminal, browser or CI log obeys instead of showing: control characters (C0, DEL, C1), line and paragraph
 * separators, text direction marks, zero-width characters, lone surrogates.
 */
const HIDDEN =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** CI command markers within a line: `##[error]`, `##vso[…]`, `##teamcity[…]`. */
const COMMAND = /##(?=[a-z]*\[)/g;

const NAMED_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** External text as one line, with hidden characters as visible escapes such as `\x1b` or `\u202e`. */
export function visibleLine(text: string): string {
  return text.replace(HIDDEN, escapeOf).replace(COMMAND, '#\\x23');
}

/** External text of several lines, with hidden characters as visible escapes. Keeps line ends and tabs. */
export function visibleText(text: string): string {
  return text
    .replace(HIDDEN, (hidden) => (hidden === '\n' || hidden === '\t' ? hidden : escapeOf(hidden)))
    .replace(COMMAND, '#\\x23');
}

/** External plain data, with every text as a visible line. */
export function visibleLines<T>(data: T): T {
  return visible(data) as T;
}

function visible(data: unknown): unknown {
  if (typeof data === 'string') return visibleLine(data);
  if (Array.isArray(data)) return data.map(visible);
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, visible(value)]));
}

/** JSON with the same value, with hidden characters as JSON escapes. */
export function visibleJson(json: string): string {
  return json
    .replace(HIDDEN, (hidden) => (hidden === '\n' ? hidden : unitsOf(hidden)))
    .replace(COMMAND, '#\\u0023');
}

/** Whether a string is one line without hidden characters. */
export function isVisible(text: string): boolean {
  return visibleLine(text) === text;
}

/** A string cut from its middle to about `most` characters, with the number of characters cut. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = Math.floor(most / 4);
  const cutCount = text.length - most;
  return `${text.slice(0, most - end)}… ${cutCount} more characters …${text.slice(text.length - end)}`;
}

function escapeOf(hidden: string): string {
  const code = hidden.codePointAt(0)!;
  return (
    NAMED_ESCAPES[hidden] ?? (code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : unitsOf(hidden))
  );
}

function unitsOf(hidden: string): string {
  return Array.from(
    { length: hidden.length },
    (_, i) => `\\u${hidden.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');
}
