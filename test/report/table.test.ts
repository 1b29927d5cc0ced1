import { describe, expect, it } from 'vitest';
import { markdownTable, textTable } from '../../report/index.js';

const columns = [{ title: 'name' }, { title: 'count', align: 'right' as const }];
const rows = [
  ['a', '1'],
  ['longer|name', '100'],
];

describe('a table', () => {
  it('is as wide as its longest cells, numbers to the right', () => {
    expect(textTable(columns, rows)).toBe('name         count\na                1\nlonger|name    100');
  });

  it('is Markdown with bars escaped', () => {
    expect(markdownTable(columns, rows)).toBe(
      '| name | count |\n| --- | ---: |\n| a | 1 |\n| longer\\|name | 100 |',
    );
  });
});
