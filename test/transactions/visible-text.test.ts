import fc from 'fast-check';
import {
  escapeJson,
  escapeLine,
  escapeMultilineText,
  isVisible,
  truncateMiddle,
  UsageError,
} from '../../transactions/index.js';

/** Any code point. fast-check's own list of them takes a second to build. */
const character = fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code));

describe('external text', () => {
  it.each([
    ['an escape sequence', 'a\x1b[31mb', 'a\\x1b[31mb'],
    ['the C1 control sequence introducer', 'a\x9b2J', 'a\\x9b2J'],
    ['line breaks', 'a\r\nb\u2028c\u0085d', 'a\\r\\nb\\u2028c\\x85d'],
    ['a mark that reverses the text direction', 'exe\u202etxt.js\u2066', 'exe\\u202etxt.js\\u2066'],
    ['zero-width characters', 'a\u200bb\ufeff', 'a\\u200bb\\ufeff'],
    ['tag characters, which are two UTF-16 units each', 'a\u{e0041}', 'a\\udb40\\udc41'],
    ['half of a surrogate pair', 'a\ud800b', 'a\\ud800b'],
    ['a CI command', 'x ##[error]y ##vso[task] ###[', 'x #\\x23[error]y #\\x23vso[task] ##\\x23['],
    ['letters of any language, and symbols', 'Größe 頂点 ✓ 👩 a\u0301 ::', 'Größe 頂点 ✓ 👩 a\u0301 ::'],
  ])('has hidden characters escaped: %s', (_, text, expected) => {
    expect(escapeLine(text)).toBe(expected);
    expect(isVisible(text)).toBe(text === expected);
  });

  it('keeps line breaks and tabs in multi-line text', () => {
    expect(escapeMultilineText('a\n\tb\r\x07')).toBe('a\n\tb\\r\\x07');
  });

  it('has no hidden characters once escaped as JSON, and keeps its value', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: character }),
        fc.constantFrom('\x9b', '\u202e', '##[x', '\ud800'),
        (text, hidden) => {
          const json = escapeJson(JSON.stringify({ [text]: [hidden, text] }, null, 2));
          expect(JSON.parse(json)).toEqual({ [text]: [hidden, text] });
          expect(escapeMultilineText(json)).toBe(json);
        },
      ),
    );
  });
});

it('truncateMiddle cuts the middle out of a long text, and states how much was cut', () => {
  expect(truncateMiddle('a'.repeat(10), 10)).toBe('a'.repeat(10));
  expect(truncateMiddle(`${'a'.repeat(50)}${'b'.repeat(50)}`, 20)).toBe(
    `${'a'.repeat(15)}… 80 more characters …${'b'.repeat(5)}`,
  );
});

it('UsageError shortens its message to a single printable line but keeps the end', () => {
  const { message } = new UsageError(`Unknown "${'\x1b[2J\n::error::'.repeat(10_000)}": expected a name`);
  expect(message.length).toBeLessThan(6000);
  expect(message).toMatch(/^Unknown "\\x1b\[2J\\n::error::.* more characters .*": expected a name$/);
  expect(isVisible(message)).toBe(true);
});
