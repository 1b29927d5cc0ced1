import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { formatApiReport } from './support/api-report.js';
import { findDocumentationGaps } from './support/documentation-gaps.js';
import { readEntryExamples } from './support/entry-examples.js';
import { readEntryPoints, readPublicSurface } from './support/public-surface.js';

const SURFACE = readPublicSurface();

it('the public API matches docs/api-report.md (run npm run pages to update it)', async () => {
  const report = formatApiReport(SURFACE, [...readEntryPoints().keys()]);
  await expect(report).toMatchFileSnapshot(join(findPackageRoot(), 'docs', 'api-report.md'));
});

it('every public name is fully documented: meaning, units, errors and source', () => {
  expect(findDocumentationGaps(SURFACE)).toEqual([]);
});

it('every type mentioned in a public declaration can be imported', () => {
  const inaccessible = SURFACE.filter(({ entries }) => entries.length === 0);
  expect(inaccessible.map(({ name, reachedFrom }) => `${name}, which ${reachedFrom} mentions`)).toEqual([]);
});

it('every entry point starts with a comment that contains an example and its output', () => {
  const withoutExample = readEntryExamples().filter(({ printed }) => printed === '');
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
  expect(findDocumentationGaps([area])).toEqual([
    'Area does not say what it throws, or that it never throws',
    'Area.width is a number and does not state a unit: what does it count or measure?',
  ]);
  expect(findDocumentationGaps([{ ...area, documentation: 'An area. Never throws.' }])).toEqual([
    'Area cites no source: a page such as suites.md or pops.md 5.4, a statement, or a command',
    'Area.width has no docstring; neither does its type, and the docstring of its owner does not mention `width`',
  ]);
  expect(findDocumentationGaps([{ ...area, documentation: '', members: [] }])).toEqual([
    'Area has no docstring: say what it means',
  ]);
});
