import { describeHoleValue, formatAimCommand, listImportantHoles } from '../../../closure/aim/index.js';
import {
  buildNightsTable,
  describeSubspace,
  formatCoverageNotes,
  groupHolesByCause,
  type HoleCause,
  type RunChanges,
  WEIGHTED_NOTE,
} from '../../../closure/coverage/index.js';
import {
  type CoverageData,
  type CoverageModel,
  findCrossHoles,
  formatPercentage,
  summariseCoverage,
} from '../../../coverage/index.js';
import { type Html, h } from '../../../harness/page/index.js';
import type { Waivers } from '../../../harness/records/index.js';
import { formatNumber, formatQuantity, makeColumns } from '../../../harness/text/index.js';
import type { PageData } from '../page-data.js';
import { collapsed, commandLine, makeFilterForm, section, table } from '../parts.js';

/** Maximum number of causes to list; the tree shows every hole. */
const MAX_CAUSES = 25;
const MAX_HOLES = 20;
const MAX_IMPORTANT = 10;

const FILTERS = [
  ['all', 'all bins'],
  ['holes', 'holes'],
  ['once', 'hit by only one test'],
  ['excluded', 'ignored and illegal'],
  ['waived', 'waived'],
] as const;

/** Renders the coverage section: a tree filled in by the page's script, the largest holes, and ways to hit them. */
export function renderCoverage({ report, waivers, changes }: PageData): Html {
  const { coverage: data, request } = report;
  const { model } = waivers;
  const summary = summariseCoverage(data, model);
  const notes = formatCoverageNotes(summary, data).map((note) => h('p', { class: 'quiet' }, note));
  // With no passing tests, every bin would be a hole, which would say nothing about the design.
  if (summary.tests.passed === 0) {
    const reason = 'Only passing tests with no injected fault are counted, and this run has none.';
    return section('coverage', 'Coverage', h('p', {}, reason), ...notes, ...renderTree());
  }
  const hits = `${formatNumber(summary.hit)} of ${formatQuantity(summary.total, 'bin')}`;
  return section(
    'coverage',
    'Coverage',
    h('p', {}, h('strong', {}, formatPercentage(summary.percent)), `, ${hits}. `, WEIGHTED_NOTE),
    ...renderNights(changes),
    ...renderWaivers(data, waivers),
    ...notes,
    ...renderTree(),
    ...renderImportant(data, model, request.outDir),
    h('h3', {}, 'Holes in crosses, by cause'),
    renderHoles(data, model),
  );
}

/** Renders the coverage of this run, of the last runs and of all runs of the model version, if there are earlier ones. */
function renderNights(changes: RunChanges | undefined): Html[] {
  if (changes?.nights === undefined) return [];
  const { columns, rows } = buildNightsTable(changes.nights);
  return [table('Coverage accumulated over runs in this folder', columns, rows)];
}

function renderTree(): Html[] {
  return [
    makeFilterForm(
      { id: 'coverage-controls', class: 'filter', role: 'search', 'aria-label': 'Filter bins' },
      { type: 'search', id: 'coverage-search', placeholder: 'group, item, bin or statement' },
      { id: 'coverage-filter' },
      FILTERS,
      { id: 'coverage-found', 'aria-live': 'polite' },
    ),
    h('div', { id: 'coverage-tree', role: 'region', 'aria-label': 'Coverage tree' }),
    h('noscript', {}, 'The coverage tree needs JavaScript; coverage/coverage.md lists the holes.'),
  ];
}

/** Renders the waived bins and their owners, and the percentage without waivers. */
function renderWaivers(data: CoverageData, { list }: Waivers): Html[] {
  if (list.length === 0) return [];
  const bins = list.reduce((sum, { count }) => sum + count, 0);
  const unwaivedPercent = formatPercentage(summariseCoverage(data).percent);
  return [
    h(
      'details',
      { id: 'waivers' },
      h('summary', {}, `${formatQuantity(bins, 'bin')} waived; coverage ${unwaivedPercent} without waivers`),
      table(
        'Waivers',
        makeColumns('bins', '>count', 'reason', 'owner', 'expires'),
        list.map((waiver) => [waiver.bins, `${waiver.count}`, waiver.reason, waiver.owner, waiver.expires]),
      ),
    ),
  ];
}

/** Renders the holes that matter most, each with what it is, why it matters, and the line that aims at it. */
function renderImportant(data: CoverageData, model: CoverageModel, outDir: string): Html[] {
  const holes = listImportantHoles(data, model, MAX_IMPORTANT);
  if (holes.length === 0) return [];
  return [
    h('h3', {}, 'Holes that matter most'),
    h(
      'p',
      { class: 'quiet' },
      'By statement and stage, then by cost. To search for tests that hit them all:',
    ),
    commandLine(formatAimCommand('*', [outDir])),
    ...holes.map((hole) =>
      collapsed(
        [h('strong', {}, hole.name), ` ${hole.statement?.stage ?? ''} ${hole.statement?.id ?? ''}`],
        ...[hole.words, ...describeHoleValue(hole)].map((line) => h('p', {}, line)),
        commandLine(formatAimCommand(hole.name, [outDir])),
      ),
    ),
  ];
}

/** Renders a table with a row per cause, each with a collapsible list of holes. */
function renderHoles(data: CoverageData, model: CoverageModel): Html {
  const causes = groupHolesByCause(findCrossHoles(data, model));
  if (causes.length === 0) return h('p', { class: 'good' }, 'None.');
  const hidden = causes.length - MAX_CAUSES;
  const shown = table(
    'Holes in crosses, by cause',
    makeColumns('>bins', 'uncovered part'),
    causes.slice(0, MAX_CAUSES).map((cause) => [formatNumber(cause.bins), renderCauseCell(cause)]),
  );
  return hidden > 0
    ? h('div', {}, shown, h('p', { class: 'quiet' }, `and ${formatQuantity(hidden, 'more cause')}`))
    : shown;
}

function renderCauseCell({ cause, holes }: HoleCause): Html {
  const items = holes
    .slice(0, MAX_HOLES)
    .map(({ group, cross, fixed, bins }) =>
      h('li', {}, `${group} / ${cross}: ${describeSubspace(fixed)} (${formatQuantity(bins, 'bin')})`),
    );
  const hidden = holes.length - MAX_HOLES;
  const rest = hidden > 0 ? [h('li', {}, `and ${hidden} more`)] : [];
  const summary = [h('strong', {}, cause), ` in ${formatQuantity(holes.length, 'place')}`];
  return collapsed(summary, h('ul', {}, items, rest));
}
