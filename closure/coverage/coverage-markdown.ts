import { counted, markdownTable, markdownText } from '../../base/text/index.js';
import { type CoverageData, coverageSummary, crossHoles, holes, percentText } from '../../coverage/index.js';
import { coverageNotes } from './coverage-text.js';
import { fixedText } from './hole-causes.js';

/** Maximum number of rows per table of holes, since job pages are limited to a megabyte. */
const MAX_HOLES = 100;

/** Formats coverage for the page of a CI job: the score by covergroup, then the holes. */
export function coverageMarkdown(data: CoverageData): string {
  const summary = coverageSummary(data);
  const uncovered = holes(data);
  const crosses = crossHoles(data);
  const sections = [
    `# Functional coverage ${percentText(summary.percent)}`,
    coverageNotes(summary, data).map(markdownText).join('\n\n'),
    scoreTable(summary),
    `## Holes: ${counted(uncovered.length, 'bin')}`,
    ...(crosses.length === 0 ? [] : [crossTable(crosses)]),
    ...(uncovered.length === 0 ? ['None.'] : [binTable(uncovered)]),
    ...(uncovered.length > MAX_HOLES ? [`${uncovered.length - MAX_HOLES} more not shown.`] : []),
  ];
  return `${sections.join('\n\n')}\n`;
}

function scoreTable({ groups, ...all }: ReturnType<typeof coverageSummary>): string {
  return markdownTable(
    [
      { title: 'covergroup' },
      { title: 'hit', align: 'right' },
      { title: 'bins', align: 'right' },
      { title: 'weighted', align: 'right' },
    ],
    [...groups, { ...all, name: 'all' }].map(({ name, hit, total, percent }) => [
      name,
      `${hit}`,
      `${total}`,
      percentText(percent),
    ]),
  );
}

function crossTable(crosses: ReturnType<typeof crossHoles>): string {
  return markdownTable(
    [{ title: 'bins', align: 'right' }, { title: 'cross' }, { title: 'uncovered where' }],
    crosses
      .slice(0, MAX_HOLES)
      .map(({ group, cross, fixed, bins }) => [`${bins}`, `${group}/${cross}`, fixedText(fixed)]),
  );
}

function binTable(rows: ReturnType<typeof holes>): string {
  return markdownTable(
    [{ title: 'bin' }, { title: 'hits', align: 'right' }, { title: 'needs', align: 'right' }],
    rows
      .slice(0, MAX_HOLES)
      .map(({ group, item, bin, passed, atLeast }) => [
        `${group}/${item}/${bin}`,
        `${passed.hits}`,
        `${atLeast}`,
      ]),
  );
}
