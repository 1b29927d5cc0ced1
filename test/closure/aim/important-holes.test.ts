import {
  describeHoleValue,
  formatImportantHoles,
  listImportantHoles,
} from '../../../closure/aim/important-holes.js';
import { STAGES } from '../../../closure/testplan/stages.js';
import { COVERAGE_MODEL } from '../../../coverage/index.js';
import { createFilledCoverage } from '../coverage/support/filled.js';

const data = createFilledCoverage((bin) => (bin * 7) % 5, 'smoke@0x1 *');
const holes = listImportantHoles(data, COVERAGE_MODEL, 400);

it('the most important holes come first: those of unverified statements, then by stage', () => {
  const ranks = holes.map(({ statement }) =>
    statement === undefined
      ? Infinity
      : STAGES.indexOf(statement.stage) + (statement.status === 'verified' ? STAGES.length : 0),
  );
  expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  expect(new Set(ranks).size).toBeGreaterThan(1);
});

it('a hole is told in words, with its statement, the nearest sequence and the line that aims', () => {
  const [first] = holes;
  expect(first!.nearest).toBe('rmw_buffer');
  const lines = formatImportantHoles([first!], ['out/a b'], 80);
  expect(lines[1]).toBe(first!.name);
  expect(lines.join('\n')).toMatch(/^ {2}V[123], for [SRP]-\d{3}.*: \w/m);
  expect(lines.join('\n')).toMatch(/; nearest: rmw_buffer$/m);
  expect(lines.at(-2)).toMatch(/coverage aim '.*' 'out\/a b'$/);
  expect(lines.slice(0, -2).every(({ length }) => length <= 80)).toBe(true);
  expect(describeHoleValue({ name: 'g/i/b', words: '' })).toEqual([
    'no statement; cost unknown; no test came near',
  ]);
});

it('holes of one covergroup are found in the whole model', () => {
  const groups = COVERAGE_MODEL.groups.filter(({ covergroup }) => covergroup.name === 'placement');
  const ofGroup = listImportantHoles(data, { ...COVERAGE_MODEL, groups }, 400);
  expect(ofGroup.length).toBeGreaterThan(1);
  for (const hole of ofGroup)
    expect(hole).toMatchObject({ name: expect.stringMatching(/^placement\//), nearest: 'rmw_buffer' });
});

it('bins whose names are ids carry their meaning, and each coverpoint is named once', () => {
  const all = listImportantHoles(
    createFilledCoverage(() => 0),
    COVERAGE_MODEL,
    Infinity,
  );
  const find = (point: string): string => all.find(({ name }) => name.startsWith(`${point}/`))!.words;
  expect(find('sections/placement')).toMatch(/: E0\d, which means: .*; \d more bins of it like this$/);
  expect(find('sections/generation x placement')).toMatch(/placement E0\d \(\w.*\)/);
  const points = all.map(({ name }) => name.split('/').slice(0, 2).join('/'));
  expect(new Set(points).size).toBe(points.length);
});
