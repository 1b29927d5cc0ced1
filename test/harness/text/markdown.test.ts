import { describe, expect, it } from 'vitest';
import { escapeMarkdown, formatMarkdownCode } from '../../../harness/text/markdown.js';

describe('escapeMarkdown', () => {
  it('escapes any markup', () => {
    expect(escapeMarkdown('<img src=x> *b* `c` [d](e) \\ &lt; ~~f~~ _g_\n\n# h')).toBe(
      '\\<img src=x> \\*b\\* \\`c\\` [d]\\(e) \\\\ \\&lt; \\~\\~f\\~\\~ \\_g\\_ # h',
    );
  });

  it('keeps test and rule names readable', () => {
    const name = 'ORD-06 spi gfx10.3 rmw_buffer/navi21/w32/mono (2 tests) packer[3]';
    expect(escapeMarkdown(name)).toBe(name);
  });
});

it('formatMarkdownCode uses a longer run of backticks than any in the code', () => {
  expect(formatMarkdownCode("replay 'a:b@0x1'")).toBe("`replay 'a:b@0x1'`");
  expect(formatMarkdownCode('``a` b')).toBe('``` ``a` b ```');
});
