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
  findCheapestHoles,
  findCrossHoles,
  formatPercentage,
  summariseCoverage,
} from '../../../coverage/index.js';
import { quoteShellWord } from '../../../harness/basics/index.js';
import { type Html, h } from '../../../harness/page/index.js';
import type { Waivers } from '../../../harness/records/index.js';
import { formatCommand } from '../../../harness/selection/index.js';
import { formatNumber, formatQuantity, makeColumns } from '../../../harness/text/index.js';
import type { PageData } from '../page-data.js';
import { collapsed, commandLine, makeFilterForm, section, table } from '../parts.js';

/** Maximum number of causes to list; the tree shows every hole. */
const MAX_CAUSES = 25;
const MAX_HOLES = 20;
const MAX_CHEAPEST = 10;

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
    h('h3', {}, 'Holes in crosses, by cause'),
    renderHoles(data, model),
    ...renderCheapest(data, model, summary.tests.passed, request.outDir),
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

function renderCheapest(data: CoverageData, model: CoverageModel, tests: number, outDir: string): Html[] {
  const cheapest = findCheapestHoles(data, tests, model).slice(0, MAX_CHEAPEST);
  if (cheapest.length === 0) return [];
  return [
    h('h3', {}, 'Cheapest holes'),
    h(
      'p',
      { class: 'quiet' },
      'Expected number of further tests needed to hit half of the similar holes; blank if there is too little evidence.',
    ),
    h('p', { class: 'quiet' }, 'To search for tests that hit them:'),
    commandLine(formatCommand('coverage aim', quoteShellWord('*'), quoteShellWord(outDir))),
    table(
      'Cheapest holes',
      makeColumns('>tests', 'bin'),
      cheapest.map(({ row, tests: expected }) => [
        expected === undefined ? '' : formatNumber(expected),
        `${row.group}/${row.item}/${row.bin}`,
      ]),
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
