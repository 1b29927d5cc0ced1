import { describe, expect, it } from 'vitest';
import { markdownCode, markdownText } from '../../../base/text/markdown.js';

describe('text in Markdown', () => {
  it('escapes any markup in a name', () => {
    expect(markdownText('<img src=x> *b* `c` [d](e) \\ &lt; ~~f~~ _g_\n\n# h')).toBe(
      '\\<img src=x> \\*b\\* \\`c\\` [d]\\(e) \\\\ \\&lt; \\~\\~f\\~\\~ \\_g\\_ # h',
    );
  });

  it('keeps test and rule names readable', () => {
    const name = 'ORD-06 spi gfx10.3 rmw_buffer/navi21/w32/mono (2 tests) packer[3]';
    expect(markdownText(name)).toBe(name);
  });
});

describe('code in Markdown', () => {
  it('is fenced with more backticks than it contains', () => {
    expect(markdownCode("replay 'a:b@0x1'")).toBe("`replay 'a:b@0x1'`");
    expect(markdownCode('``a` b')).toBe('``` ``a` b ```');
  });
});
