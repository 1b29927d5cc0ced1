import { shellWord } from '../../../base/basics/index.js';
import { type Html, h } from '../../../base/page/index.js';
import { counted, numberText } from '../../../base/text/index.js';
import {
  coverageNotes,
  fixedText,
  type HoleCause,
  holesByCause,
  WEIGHTED_NOTE,
} from '../../../closure/coverage/index.js';
import {
  type CoverageData,
  type CoverageModel,
  cheapestHoles,
  coverageSummary,
  crossHoles,
  percentText,
} from '../../../coverage/index.js';
import type { Waivers } from '../../../harness/records/index.js';
import { pasteableCommand } from '../../../harness/selection/index.js';
import { commandLine, section, table } from '../parts.js';
import type { RunPage } from '../shown-run.js';
import { waysList } from './ways.js';

/** Maximum number of causes to list; the tree shows every hole. */
const MAX_CAUSES = 25;
/** Maximum number of holes to list per cause. */
const MAX_HOLES = 20;
/** Maximum number of cheapest holes to list. */
const MAX_CHEAPEST = 10;

const FILTERS = [
  ['all', 'all bins'],
  ['holes', 'holes'],
  ['once', 'hit by only one test'],
  ['excluded', 'ignored and illegal'],
  ['waived', 'waived'],
] as const;

/** The coverage section: a tree filled in by the page's script, the largest holes, and ways to hit them. */
export function coverageSection({ report, waivers, ways }: RunPage): Html {
  const { coverage: data, request } = report;
  const { model } = waivers;
  const summary = coverageSummary(data, model);
  const notes = coverageNotes(summary, data).map((note) => h('p', { class: 'quiet' }, note));
  // With no passing tests, every bin would be a hole, which would say nothing about the design.
  if (summary.tests.passed === 0) {
    const reason = 'Only passing tests without an injected fault count, and this run has none.';
    return section('coverage', 'Coverage', h('p', {}, reason), ...notes, ...tree());
  }
  return section(
    'coverage',
    'Coverage',
    h(
      'p',
      {},
      h('strong', {}, percentText(summary.percent)),
      `, ${numberText(summary.hit)} of ${counted(summary.total, 'bin')}. `,
      WEIGHTED_NOTE,
    ),
    ...waiversTable(data, waivers),
    ...notes,
    ...tree(),
    h('h3', {}, 'Holes in crosses, by cause'),
    holesTable(data, model),
    ...cheapestTable(data, model, summary.tests.passed, ways.length > 0 ? [] : waysHint(request.outDir)),
    ...waysList(ways),
  );
}

/** The filter controls and a placeholder for the tree, which the page's script fills in. */
function tree(): Html[] {
  return [
    controls(),
    h('div', { id: 'coverage-tree', role: 'region', 'aria-label': 'Coverage tree' }),
    h('noscript', {}, 'The coverage tree needs JavaScript; coverage/coverage.md lists the holes.'),
  ];
}

function controls(): Html {
  return h(
    'form',
    { id: 'coverage-controls', class: 'filter', role: 'search', 'aria-label': 'Filter bins' },
    h(
      'label',
      {},
      'Search ',
      h('input', { type: 'search', id: 'coverage-search', placeholder: 'group, item, bin or statement' }),
    ),
    h(
      'label',
      {},
      'Show ',
      h('select', { id: 'coverage-filter' }, ...FILTERS.map(([value, text]) => h('option', { value }, text))),
    ),
    h('output', { id: 'coverage-found', 'aria-live': 'polite' }),
  );
}

/** The waived bins and their owners, and the percentage without waivers. */
function waiversTable(data: CoverageData, { list }: Waivers): Html[] {
  if (list.length === 0) return [];
  const bins = list.reduce((sum, { count }) => sum + count, 0);
  const percentWithoutWaivers = percentText(coverageSummary(data).percent);
  return [
    h(
      'details',
      { id: 'waivers' },
      h('summary', {}, `${counted(bins, 'bin')} waived; without waivers ${percentWithoutWaivers}`),
      table(
        'Waivers',
        [
          { title: 'bins' },
          { title: 'count', align: 'right' },
          { title: 'reason' },
          { title: 'owner' },
          { title: 'expires' },
        ],
        list.map((waiver) => [waiver.bins, `${waiver.count}`, waiver.reason, waiver.owner, waiver.expires]),
      ),
    ),
  ];
}

/** Explains how to make the page show ways to hit the holes. */
function waysHint(outDir: string): Html[] {
  return [
    h('p', { class: 'quiet' }, 'To see how each could be hit:'),
    commandLine(pasteableCommand('report', shellWord(outDir), `--ways ${MAX_CHEAPEST}`)),
  ];
}

/** The cheapest holes, with a hint above them. */
function cheapestTable(
  data: CoverageData,
  model: CoverageModel,
  tests: number,
  hint: readonly Html[],
): Html[] {
  const cheapest = cheapestHoles(data, tests, model).slice(0, MAX_CHEAPEST);
  if (cheapest.length === 0) return [];
  return [
    h('h3', {}, 'Cheapest holes'),
    h(
      'p',
      { class: 'quiet' },
      'Expected number of further tests needed to hit half of the similar holes; blank if evidence is lacking.',
    ),
    ...hint,
    table(
      'Cheapest holes',
      [{ title: 'tests', align: 'right' }, { title: 'bin' }],
      cheapest.map(({ row, tests: expected }) => [
        expected === undefined ? '' : numberText(expected),
        `${row.group}/${row.item}/${row.bin}`,
      ]),
    ),
  ];
}

/** A table with a row per cause, each with a collapsible list of holes. */
function holesTable(data: CoverageData, model: CoverageModel): Html {
  const causes = holesByCause(crossHoles(data, model));
  if (causes.length === 0) return h('p', { class: 'good' }, 'None.');
  const hidden = causes.length - MAX_CAUSES;
  const shown = table(
    'Holes in crosses, by cause',
    [{ title: 'bins', align: 'right' }, { title: 'uncovered where' }],
    causes.slice(0, MAX_CAUSES).map((cause) => [numberText(cause.bins), causeCell(cause)]),
  );
  return hidden > 0
    ? h('div', {}, shown, h('p', { class: 'quiet' }, `and ${counted(hidden, 'more cause')}`))
    : shown;
}

function causeCell({ cause, holes }: HoleCause): Html {
  const items = holes
    .slice(0, MAX_HOLES)
    .map(({ group, cross, fixed, bins }) =>
      h('li', {}, `${group} / ${cross}: ${fixedText(fixed)} (${counted(bins, 'bin')})`),
    );
  const hidden = holes.length - MAX_HOLES;
  const rest = hidden > 0 ? [h('li', {}, `and ${hidden} more`)] : [];
  const summary = h('summary', {}, h('strong', {}, cause), ` in ${counted(holes.length, 'place')}`);
  return h('details', {}, summary, h('ul', {}, items, rest));
}
