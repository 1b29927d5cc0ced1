import { escapeMarkdown, formatMarkdownTable, formatQuantity } from '../../base/text/index.js';
import {
  type CoverageData,
  findCrossHoles,
  findHoles,
  formatPercentage,
  summariseCoverage,
} from '../../coverage/index.js';
import { formatCoverageNotes } from './coverage-text.js';
import { describeSubspace } from './hole-causes.js';

/** Maximum number of rows per table of holes, because CI job pages are limited to a megabyte. */
const MAX_HOLES = 100;

/** Formats coverage as Markdown for a CI job page: the score for each covergroup, then the holes. */
export function formatCoverageMarkdown(data: CoverageData): string {
  const summary = summariseCoverage(data);
  const holes = findHoles(data);
  const crossHoles = findCrossHoles(data);
  const sections = [
    `# Functional coverage ${formatPercentage(summary.percent)}`,
    formatCoverageNotes(summary, data).map(escapeMarkdown).join('\n\n'),
    formatScoreTable(summary),
    `## Holes: ${formatQuantity(holes.length, 'bin')}`,
    ...(crossHoles.length === 0 ? [] : [formatCrossTable(crossHoles)]),
    ...(holes.length === 0 ? ['None.'] : [formatBinTable(holes)]),
    ...(holes.length > MAX_HOLES ? [`${holes.length - MAX_HOLES} more not shown.`] : []),
  ];
  return `${sections.join('\n\n')}\n`;
}

function formatScoreTable({ groups, ...all }: ReturnType<typeof summariseCoverage>): string {
  return formatMarkdownTable(
    [
      { title: 'covergroup' },
      { title: 'hit', align: 'right' },
      { title: 'bins', align: 'right' },
      { title: 'weight', align: 'right' },
      { title: 'weighted', align: 'right' },
    ],
    [...groups, { ...all, name: 'all', weight: 1 }].map(({ name, hit, total, weight, percent }) => [
      name,
      `${hit}`,
      `${total}`,
      `${weight}`,
      formatPercentage(percent),
    ]),
  );
}

function formatCrossTable(crosses: ReturnType<typeof findCrossHoles>): string {
  return formatMarkdownTable(
    [{ title: 'bins', align: 'right' }, { title: 'cross' }, { title: 'uncovered part' }],
    crosses
      .slice(0, MAX_HOLES)
      .map(({ group, cross, fixed, bins }) => [`${bins}`, `${group}/${cross}`, describeSubspace(fixed)]),
  );
}

function formatBinTable(rows: ReturnType<typeof findHoles>): string {
  return formatMarkdownTable(
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
