import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../base/basics/package-root.js';
import { apiReport } from './support/api-report.js';
import { documentationGaps } from './support/documentation-gaps.js';
import { entryExamples } from './support/entry-examples.js';
import { entryPoints, publicSurface } from './support/public-surface.js';

const SURFACE = publicSurface();

it('the public surface matches docs/api-report.md; npm run pages rewrites it', async () => {
  const report = apiReport(SURFACE, [...entryPoints().keys()]);
  await expect(report).toMatchFileSnapshot(join(packageRoot(), 'docs', 'api-report.md'));
});

it('every public name is fully documented: meaning, units, errors and source', () => {
  expect(documentationGaps(SURFACE)).toEqual([]);
});

it('every type that a public declaration names can be imported', () => {
  const hidden = SURFACE.filter(({ entries }) => entries.length === 0);
  expect(hidden.map(({ name, reachedFrom }) => `${name}, which ${reachedFrom} names`)).toEqual([]);
});

it('every entry point starts with a comment that contains an example and its output', () => {
  const withoutExample = entryExamples().filter(({ printed }) => printed === '');
  expect(withoutExample.map(({ entry }) => entry)).toEqual([]);
});

it('reports missing documentation', () => {
  const undocumented = {
    path: 'Area.width',
    documentation: '',
    typeDocumentation: '',
    isNumeric: true,
    isTag: false,
  };
  const area = {
    name: 'Area',
    entries: ['./stimulus'],
    reachedFrom: undefined,
    declaration: '',
    isFunction: true,
    documentation: 'An area of `width` (suites.md).',
    members: [undocumented],
  };
  expect(documentationGaps([area])).toEqual([
    'Area does not say what it throws, or that it throws nothing',
    'Area.width is a number and names no unit: what does it count or measure?',
  ]);
  expect(documentationGaps([{ ...area, documentation: 'An area. Throws nothing.' }])).toEqual([
    'Area names no source: a page such as suites.md or pops.md 5.4, a statement, or a command',
    'Area.width has no docstring; neither has its type, and the docstring of its owner does not mention `width`',
  ]);
  expect(documentationGaps([{ ...area, documentation: '', members: [] }])).toEqual([
    'Area has no docstring: say what it means',
  ]);
});
