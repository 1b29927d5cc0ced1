import { formatAimedHoles, formatAimResult } from '../../../closure/aim/aim-text.js';
import {
  describeExclusion,
  formatCoverage,
  formatCoverageMarkdown,
  formatCovergroup,
} from '../../../closure/coverage/coverage-text.js';
import { formatHoles, groupHolesByCause } from '../../../closure/coverage/holes-text.js';
import { formatDifference, formatRanking } from '../../../closure/rank/difference-text.js';
import { compareCoverage, createEmptyCoverage, findHoles } from '../../../coverage/index.js';
import type { PlannedTest } from '../../../harness/selection/plan.js';
import type { SearchResult } from '../../../harness/steering/hole-search.js';
import { createFilledCoverage } from './support/filled.js';

it('the text for an excluded bin gives the number of tests that failed to hit it, by kind', () => {
  expect(describeExclusion('waiters', 'state x delay', 'waking takes a cycle')).toBe(
    'Tried: no hits in 200 tests that targeted it.',
  );
  expect(describeExclusion('overlap', 'answer', 'missed')).toMatch(
    /^Tried: no hits in [\d,]+ passing tests and \d+ tests that targeted it\.$/,
  );
});

it('holes are grouped by the bin that explains most of them, but crosses with no hits are separate', () => {
  const hole = (cross: string, bins: number, ...fixed: [string, string][]) => ({
    group: 'g',
    cross,
    fixed,
    bins,
  });
  const causes = groupHolesByCause([
    hole('a x b', 2, ['a', 'one'], ['wrap', 'yes']),
    hole('a x c', 5, ['a', 'one']),
    hole('wrap x c', 4, ['wrap', 'yes']),
    hole('c x d', 3),
  ]);
  expect(causes.map(({ cause, bins, holes }) => [cause, bins, holes.map(({ cross }) => cross)])).toEqual([
    ['a = one', 7, ['a x c', 'a x b']],
    ['wrap = yes', 4, ['wrap x c']],
    ['g / c x d: never hit', 3, ['c x d']],
  ]);
});

const full = createFilledCoverage(() => 9);

/** The result of a search for one bin that tried three tests. */
const createResult = (found?: PlannedTest): SearchResult => ({
  holes: [{ tried: 3, reached: 0, missing: [], ...(found === undefined ? {} : { found }) }],
  ...{ tried: 3, failed: [], goals: [] },
});

describe('the output of the coverage command', () => {
  it('explains the score and counts the tests that it omits', () => {
    const [part] = full.parts;
    const text = formatCoverage({ ...full, parts: [{ ...part!, failed: [1, 1] }] });
    expect(text).toMatch(/^all +([\d,]+) +\1 +\d+ +1 +100\.0%$/m);
    expect(text).toContain(
      '1 passing test counted; 1 test that failed or expects a rule to fire is not counted',
    );
  });

  it('reports a covergroup whose definition has changed', () => {
    const [part] = full.parts;
    const groups = part!.groups.map((group, i) => (i === 0 ? { ...group, hash: 'old' } : group));
    expect(formatCoverage({ ...full, parts: [{ ...part!, groups }] })).toMatch(
      /covergroup wave-formation has changed .*was old.*2 tests/,
    );
  });

  it("expands a covergroup into bins with counts, required hits and the first test's line", () => {
    const text = formatCovergroup(full, 'exit-path', ({ bin }) => `line of ${bin}`);
    expect(text).toMatch(/^ {2}message +9 +1 +2 {2}line of message$/m);
  });

  it('lists cross holes by their fixed parts, or reports that there are none', () => {
    const text = formatHoles(createEmptyCoverage(), { all: true });
    expect(text).toMatch(/exit-path +generation x exit +the whole cross/);
    expect(text).toMatch(/^exit-path +exit +message +0 +1 +0$/m);
    expect(formatHoles(full)).toBe('No holes.');
    expect(text).toMatch(/^([\d,]+) holes of \1 bins\.\n\n/);
  });

  it('groups holes by cause and covergroup unless all are requested', () => {
    const text = formatHoles(createEmptyCoverage());
    expect(text).toMatch(/^ *\d+ +1 place +exit-path \/ |^ *[\d,]+ +1 place +[\w-]+ \/ .*: never hit$/m);
    expect(text).toMatch(/^and \d+ more covergroups$/m);
    expect(text.split('\n').length).toBeLessThan(40);
    expect(text.endsWith('Use --all to list them individually.')).toBe(true);
  });

  it('wraps holes and the result of a search to the width of the terminal, except for commands', () => {
    const line = `npx --no-install pops-tb replay ${'x'.repeat(60)}`;
    const text = `${'knob '.repeat(30)}end`;
    const aimed = {
      ...createResult({ sequence: 's', index: 1, seed: '0x1' }),
      goals: [{ name: text, tests: 2, movers: [{ feature: text, bits: 1, withIt: 1, without: 0 }] }],
    };
    const texts = [
      ...[true, false].map((all) => formatHoles(createEmptyCoverage(), { all, width: 80 })),
      formatAimResult('g/i/b', aimed, () => line, 80),
    ];
    const long = texts.flatMap((text) => text.split('\n').filter(({ length }) => length > 80));
    expect(long.every((longLine) => longLine.endsWith(line))).toBe(true);
    expect(long).toHaveLength(1);
  });

  it('says what to do next when a search for a bin finds no test', () => {
    const text = formatAimResult('g/i/b', createResult(), () => 'replay', 70);
    expect(text).toMatch(
      /^No test hit g\/i\/b: 3 tests tried\.\nNo test reached any of the steps\.\nA longer --time /,
    );
    const found = createResult({ sequence: 's', index: 1, seed: '0x1' });
    expect(formatAimResult('g/i/b', found, () => 'r')).not.toContain('--time');
  });

  it('lists the tests that a search found and the holes that each hit, then the other holes, nearest first', () => {
    const test = { sequence: 's', index: 1, seed: '0x1' };
    const hole = (bin: string, reached: number) => ({
      ...{ bin, tried: 24, reached },
      missing: Array.from({ length: 4 - reached }, () => 'step'),
    });
    const many = Array.from({ length: 29 }, (_, i) => hole(`bin ${i}`, 2));
    const text = formatAimedHoles(
      [
        hole('far', 1),
        { ...hole('hit', 4), found: test },
        hole('near', 3),
        { ...hole('too', 0), found: test },
        ...many,
      ],
      { ...createResult(), tried: 1200, failed: [{ ...test, seed: '0x2' }] },
      ({ seed }) => `replay ${seed}`,
    ).split('\n');
    expect(text.slice(0, 9)).toEqual([
      '2 of 33 holes hit by 1 test; 1,200 tests tried.',
      'Failed: replay 0x2',
      '',
      'replay 0x1',
      '  hit',
      '  too',
      '',
      'Not hit, nearest first:',
      'steps reached  tests tried  bin',
    ]);
    expect(text[9]).toMatch(/^3 of 4 +24 {2}near$/);
    expect(text.at(-1)).toBe('and 1 more hole');
    expect(formatAimedHoles([], createResult(), () => '')).toBe('No holes: all matching bins are hit.');
  });

  it('lists bins that are no longer or newly covered', () => {
    const text = formatDifference(compareCoverage(full, createEmptyCoverage()));
    expect(text).toMatch(/^all +100\.00% +0\.00%$/m);
    expect(text).toContain(
      `${findHoles(createEmptyCoverage()).length.toLocaleString('en-US')} bins no longer covered:\n`,
    );
    expect(text).toContain('Bins newly covered: none.');
  });

  it('says that no passing tests are counted', () => {
    expect(formatCoverage(createEmptyCoverage())).toContain('no passing tests counted');
  });

  it('shows a ranking and how much of the coverage it reaches', () => {
    const test = { run: 'r', index: 3, name: 't.3' };
    const ranking = {
      ranked: [{ test, completed: 5, covered: 5, cost: 30 }],
      covered: 6,
      reached: 5,
      candidates: 3,
      work: 120,
      strangers: 2,
    };
    const text = formatRanking(ranking, ({ name }) => `replay ${name}`);
    expect(text).toContain('replay t.3');
    expect(text).toContain('5 of the 6 covered bins reached by 1 test');
    expect(text).toContain("They account for 25% of the candidates' work.");
    expect(text).toContain(
      '2 tests skipped: tests from a suite file, or from outside "pops-tb run", cannot be rerun by name',
    );
  });
});

it('coverage on a CI job page shows the score and the holes, and stays small', () => {
  const markdown = formatCoverageMarkdown(createEmptyCoverage());
  expect(markdown).toMatch(/^# Functional coverage 0\.0%/);
  expect(markdown).toMatch(/^\d+ more not shown\.$/m);
  expect(markdown).toMatch(/^\| scopes \| 0 \| \d+ \| 0 \| /m);
  expect(markdown.length).toBeLessThan(100_000);
});
