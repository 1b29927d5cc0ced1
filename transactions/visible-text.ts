/**
 * Matches characters that a terminal, browser or CI log interprets instead of showing: control characters (C0,
 * DEL, C1), line and paragraph separators, text direction marks, zero-width characters and lone surrogates.
 */
const HIDDEN =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** Matches CI command markers within a line: `##[error]`, `##vso[…]`, `##teamcity[…]`. */
const CI_COMMAND = /##(?=[a-z]*\[)/g;

const NAMED_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Formats external text as one line and replaces hidden characters with escapes such as `\x1b` or `\u202e`. */
export function escapeLine(text: string): string {
  return text.replace(HIDDEN, escapeCharacter).replace(CI_COMMAND, '#\\x23');
}

/** Replaces hidden characters in external text with visible escapes. Keeps line breaks and tabs. */
export function escapeMultilineText(text: string): string {
  return text
    .replace(HIDDEN, (hidden) => (hidden === '\n' || hidden === '\t' ? hidden : escapeCharacter(hidden)))
    .replace(CI_COMMAND, '#\\x23');
}

/** Applies `escapeLine` to every string in external plain data, except for keys. */
export function escapeAllStrings<T>(data: T): T {
  return escapeStrings(data) as T;
}

function escapeStrings(data: unknown): unknown {
  if (typeof data === 'string') return escapeLine(data);
  if (Array.isArray(data)) return data.map(escapeStrings);
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, escapeStrings(value)]));
}

/** Replaces hidden characters in JSON text with JSON escapes, which does not change its value. */
export function escapeJson(json: string): string {
  return json
    .replace(HIDDEN, (hidden) => (hidden === '\n' ? hidden : escapeUnits(hidden)))
    .replace(CI_COMMAND, '#\\u0023');
}

/** Returns whether a string is a single line without hidden characters. */
export function isVisible(text: string): boolean {
  return escapeLine(text) === text;
}

/** Shortens a string to about `max` characters by cutting its middle, and inserts the number of characters removed. */
export function truncateMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = Math.floor(max / 4);
  const cutCount = text.length - max;
  return `${text.slice(0, max - end)}… ${cutCount} more character${cutCount === 1 ? '' : 's'} …${text.slice(text.length - end)}`;
}

function escapeCharacter(hidden: string): string {
  const code = hidden.codePointAt(0)!;
  return (
    NAMED_ESCAPES[hidden] ?? (code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : escapeUnits(hidden))
  );
}

function escapeUnits(hidden: string): string {
  return Array.from(
    { length: hidden.length },
    (_, i) => `\\u${hidden.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');
}
