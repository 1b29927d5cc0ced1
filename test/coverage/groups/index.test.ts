import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readStatements } from '../../../closure/testplan/statements.js';
import { binRows, COVERAGE_MODEL, COVERGROUPS, emptyCoverage } from '../../../coverage/index.js';

const FOLDER = new URL('../../../coverage/groups/', import.meta.url);

const STATEMENTS: ReadonlySet<string> = new Set(readStatements().map(({ id }) => id));

describe('the built-in covergroups', () => {
  it('are each in a file of the same name and listed in the index', () => {
    const declared = readdirSync(FOLDER)
      .filter((file) => /= covergroup(<string>)?\(\{/.test(readFileSync(new URL(file, FOLDER), 'utf8')))
      .map((file) => file.replace('.ts', ''));
    expect(COVERGROUPS.map((group) => group.name).sort()).toEqual(declared.sort());
  });

  it('describe each coverpoint and cross', () => {
    const withoutText = COVERAGE_MODEL.groups.flatMap(({ compiled }) =>
      compiled.items
        .filter((item) => item.text === '')
        .map((item) => `${compiled.definition.name}.${item.name}`),
    );
    expect(withoutText).toEqual([]);
  });

  it('give a reason for every ignored or illegal bin', () => {
    const rows = binRows(emptyCoverage()).filter((row) => row.kind !== 'count' && row.text === '');
    expect(rows).toEqual([]);
  });

  it('cite existing statements', () => {
    const cited = binRows(emptyCoverage()).flatMap((row) => row.statements);
    const unknown = cited.filter((id) => !STATEMENTS.has(id));
    expect(unknown).toEqual([]);
    expect(binRows(emptyCoverage()).filter((row) => row.statements.length === 0)).toEqual([]);
  });
});
