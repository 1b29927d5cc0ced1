import { describe, expect, it } from 'vitest';
import { fittedTable, markdownTable, textTable } from '../../report/index.js';

const columns = [{ title: 'name' }, { title: 'count', align: 'right' as const }];
const rows = [
  ['a', '1'],
  ['longer|name', '100'],
];

describe('a table', () => {
  it('is as wide as its longest cells, numbers to the right', () => {
    expect(textTable(columns, rows)).toBe('name         count\na                1\nlonger|name    100');
  });

  it('folds the cells of its widest columns where it is wider than the terminal', () => {
    const prose = [{ title: 'name' }, { title: 'for' }, { title: 'count', align: 'right' as const }];
    const row = ['git', 'the commit in the manifest of a run', '3'];
    expect(fittedTable(prose, [row], 36)).toBe(
      ['name  for                count', 'git   the commit in the      3', '      manifest of a run'].join(
        '\n',
      ),
    );
    expect(fittedTable(prose, [row], 80)).toBe(textTable(prose, [row]));
  });

  it('has a block of lines for each row where its columns would get too narrow', () => {
    const row = ['git', 'the commit in the manifest of a run', ''];
    const prose = [{ title: 'name' }, { title: 'for' }, { title: 'else' }];
    expect(fittedTable(prose, [row], 20)).toBe('git\n  for: the commit in\n    the manifest of\n    a run');
  });

  it('is Markdown with bars escaped', () => {
    expect(markdownTable(columns, rows)).toBe(
      '| name | count |\n| --- | ---: |\n| a | 1 |\n| longer\\|name | 100 |',
    );
  });
});
