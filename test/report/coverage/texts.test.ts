import { describe, expect, it } from 'vitest';
import { compareCoverage, emptyCoverage, holes, saturation } from '../../../coverage/index.js';
import {
  coverageMarkdown,
  coverageText,
  covergroupText,
  differenceText,
  holesText,
  rankingText,
  saturationText,
} from '../../../report/index.js';
import { filledCoverage } from './support/filled.js';

const full = filledCoverage(() => 9);

describe('coverage for people', () => {
  it('says how the score comes about and which tests it leaves out', () => {
    const [part] = full.parts;
    const text = coverageText({ ...full, parts: [{ ...part!, failed: [1, 1] }] });
    expect(text).toMatch(/^all +\d+ +\d+ +\d+ +1 +100\.0 %$/m);
    expect(text).toContain('1 tests count; 1 that failed or are broken on purpose are kept apart');
  });

  it('reports a covergroup that has another definition now', () => {
    const [part] = full.parts;
    const groups = part!.groups.map((group, i) => (i === 0 ? { ...group, hash: 'old' } : group));
    expect(coverageText({ ...full, parts: [{ ...part!, groups }] })).toMatch(
      /covergroup wave-formation has another definition now .*was old.*2 tests/,
    );
  });

  it('opens a covergroup into bins with their counts, needs and the line of the first test', () => {
    const text = covergroupText(full, 'exit-path', ({ bin }) => `line of ${bin}`);
    expect(text).toMatch(/^ {2}message +9 +1 +2 {2}line of message$/m);
  });

  it('lists holes of crosses as sub-spaces, and says when there are none', () => {
    const text = holesText(emptyCoverage());
    expect(text).toMatch(/exit-path +generation x exit +the whole cross/);
    expect(text).toMatch(/^exit-path +exit +message +0 +1 +0$/m);
    expect(holesText(full)).toBe('No holes.');
  });

  it('names bins no longer covered and newly covered', () => {
    const text = differenceText(compareCoverage(full, emptyCoverage()));
    expect(text).toMatch(/^all +100\.00 % +0\.00 %$/m);
    expect(text).toContain(`${holes(emptyCoverage()).length} bins no longer covered:\n`);
    expect(text).toContain('Bins newly covered: none.');
  });

  it('shows the rate of new bins', () => {
    expect(saturationText(saturation(full))).toMatch(/^ +1 +\d+ +\d+\.0$/m);
  });

  it('shows a ranking with what it could not reach', () => {
    const test = { run: 'r', index: 3, name: 't.3' };
    const ranking = {
      ranked: [{ test, completed: 5, covered: 5 }],
      covered: 6,
      reached: 5,
      candidates: 1,
      strangers: 2,
    };
    const text = rankingText(ranking, ({ name }) => `replay ${name}`);
    expect(text).toContain('replay t.3');
    expect(text).toContain('1 tests cover 5 of 6 covered bins');
    expect(text).toContain('2 tests were left out');
  });
});

describe('coverage for the page of a job', () => {
  it('has the score and the holes, and stays small', () => {
    const markdown = coverageMarkdown(emptyCoverage());
    expect(markdown).toMatch(/^# Functional coverage 0\.0 %/);
    expect(markdown).toMatch(/^\d+ more are not shown\.$/m);
    expect(markdown.length).toBeLessThan(100_000);
  });
});
