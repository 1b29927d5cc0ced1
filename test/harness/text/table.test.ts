import { escapeMarkdown, formatMarkdownCode } from '../../../harness/text/markdown.js';
import { fitTable, formatMarkdownTable, formatTextTable } from '../../../harness/text/table.js';

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

const columns = [{ title: 'name' }, { title: 'count', align: 'right' as const }];
const rows = [
  ['a', '1'],
  ['longer|name', '100'],
];

describe('a table', () => {
  it('has columns as wide as their longest cells, with numbers right-aligned', () => {
    expect(formatTextTable(columns, rows)).toBe('name         count\na                1\nlonger|name    100');
  });

  it('wraps cells in the widest columns if it is wider than the terminal', () => {
    const headers = [{ title: 'name' }, { title: 'for' }, { title: 'count', align: 'right' as const }];
    const row = ['git', "the commit in a run's manifest", '3'];
    expect(fitTable(headers, [row], 36)).toBe(
      ['name  for                    count', "git   the commit in a run's      3", '      manifest'].join(
        '\n',
      ),
    );
    expect(fitTable(headers, [row], 80)).toBe(formatTextTable(headers, [row]));
  });

  it('formats each row as a block if the columns would be too narrow', () => {
    const row = ['git', "the commit in a run's manifest", ''];
    const headers = [{ title: 'name' }, { title: 'for' }, { title: 'else' }];
    expect(fitTable(headers, [row], 20)).toBe("git\n  for: the commit in\n    a run's manifest");
  });

  it('labels a leading number, and merges a row with an empty first cell into the block above', () => {
    const binColumns = [{ title: 'tests', align: 'right' as const }, { title: 'bin' }, { title: 'more' }];
    expect(fitTable(binColumns, [['12', 'a very long bin name', '-']], 22)).toBe(
      'tests: 12\n  bin: a very long bin\n    name\n  more: -',
    );
    const stepColumns = [{ title: 'step' }, { title: 'feature' }, { title: 'bits' }];
    const feature = 'a long name of one';
    const rows = [
      ['first', feature, '1'],
      ['', feature, '2'],
    ];
    expect(
      fitTable(stepColumns, rows, 24)
        .split('\n')
        .filter((line) => line.trim() === ''),
    ).toEqual([]);
    expect(fitTable(stepColumns, rows, 24).match(/feature: a long/g)).toHaveLength(2);
  });

  it('is formatted as Markdown with pipes escaped', () => {
    expect(formatMarkdownTable(columns, rows)).toBe(
      '| name | count |\n| --- | ---: |\n| a | 1 |\n| longer\\|name | 100 |',
    );
  });
});
