import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readStatements } from '../../../closure/testplan/statements.js';
import { COVERAGE_MODEL, COVERGROUPS, createEmptyCoverage, getBinRows } from '../../../coverage/index.js';

const FOLDER = new URL('../../../coverage/groups/', import.meta.url);

const STATEMENTS: ReadonlySet<string> = new Set(readStatements().map(({ id }) => id));

describe('the built-in covergroups', () => {
  it('are each declared in a file of the same name and listed in the index', () => {
    const declaredNames = readdirSync(FOLDER)
      .filter((file) => /= covergroup(<string>)?\(\{/.test(readFileSync(new URL(file, FOLDER), 'utf8')))
      .map((file) => file.replace('.ts', ''));
    expect(COVERGROUPS.map((group) => group.name).sort()).toEqual(declaredNames.sort());
  });

  it('describe each coverpoint and cross', () => {
    const itemsWithoutText = COVERAGE_MODEL.groups.flatMap(({ compiled }) =>
      compiled.items
        .filter((item) => item.text === '')
        .map((item) => `${compiled.definition.name}.${item.name}`),
    );
    expect(itemsWithoutText).toEqual([]);
  });

  it('give a reason for every ignored or illegal bin', () => {
    const rows = getBinRows(createEmptyCoverage()).filter((row) => row.kind !== 'count' && row.text === '');
    expect(rows).toEqual([]);
  });

  it('cite existing statements', () => {
    const citedIds = getBinRows(createEmptyCoverage()).flatMap((row) => row.statements);
    const unknownIds = citedIds.filter((id) => !STATEMENTS.has(id));
    expect(unknownIds).toEqual([]);
    expect(getBinRows(createEmptyCoverage()).filter((row) => row.statements.length === 0)).toEqual([]);
  });
});
