/**
 * Characters that a terminal, a browser or a CI log obeys instead of showing: control characters (C0, DEL, C1), line and paragraph
 * separators, marks that change the direction of text, characters of zero width, lone surrogates.
 */
const HIDDEN =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** How CI systems begin commands within a line: `##[error]`, `##vso[…]`, `##teamcity[…]`. */
const COMMAND = /##(?=[a-z]*\[)/g;

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text from outside as one line, with every hidden character as a visible escape such as `\x1b` or `\u202e`. */
export function visibleLine(text: string): string {
  return text.replace(HIDDEN, escapeOf).replace(COMMAND, '#\\x23');
}

/** The same for a text of several lines, which keeps its line ends and tabs. */
export function visibleText(text: string): string {
  return text
    .replace(HIDDEN, (hidden) => (hidden === '\n' || hidden === '\t' ? hidden : escapeOf(hidden)))
    .replace(COMMAND, '#\\x23');
}

/** Plain data from outside, with every text as a visible line. */
export function visibleLines<T>(data: T): T {
  return visible(data) as T;
}

function visible(data: unknown): unknown {
  if (typeof data === 'string') return visibleLine(data);
  if (Array.isArray(data)) return data.map(visible);
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, visible(value)]));
}

/** JSON with the same value, with every hidden character as a JSON escape. */
export function visibleJson(json: string): string {
  return json
    .replace(HIDDEN, (hidden) => (hidden === '\n' ? hidden : unitsOf(hidden)))
    .replace(COMMAND, '#\\u0023');
}

/** Whether a text is one line without hidden characters. */
export function isVisible(text: string): boolean {
  return visibleLine(text) === text;
}

/** A text of at most about `most` characters: the characters cut from its middle are counted. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = Math.floor(most / 4);
  const left = text.length - most;
  return `${text.slice(0, most - end)}… ${left} more characters …${text.slice(text.length - end)}`;
}

function escapeOf(hidden: string): string {
  const code = hidden.codePointAt(0)!;
  return NAMED[hidden] ?? (code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : unitsOf(hidden));
}

function unitsOf(hidden: string): string {
  return Array.from(
    { length: hidden.length },
    (_, i) => `\\u${hidden.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');
}
