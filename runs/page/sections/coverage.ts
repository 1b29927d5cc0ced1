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
import { lineToPaste } from '../../../harness/selection/index.js';
import { commandLine, section, table } from '../parts.js';
import type { RunPage } from '../shown-run.js';
import { waysList } from './ways.js';

/** The maximum number of causes to list. The tree has all holes. */
const CAUSES_SHOWN = 25;
/** The maximum number of holes to list per cause. */
const HOLES_SHOWN = 20;
/** The number of cheapest holes to list. */
const CHEAPEST_SHOWN = 10;

const FILTERS = [
  ['all', 'all bins'],
  ['holes', 'holes'],
  ['once', 'hit by only one test'],
  ['excluded', 'ignored and illegal'],
  ['waived', 'waived'],
] as const;

/** The section about coverage: a tree filled in by the page's script, the largest holes, and ways to hit them. */
export function coverageSection({ report, waivers, ways }: RunPage): Html {
  const { coverage: data, request } = report;
  const { model } = waivers;
  const summary = coverageSummary(data, model);
  const notes = coverageNotes(summary, data).map((note) => h('p', { class: 'quiet' }, note));
  // Every bin would be a hole, which would say nothing about the design.
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
    ...cheapestTable(data, model, summary.tests.passed, ways.length > 0 ? [] : hintOfWays(request.outDir)),
    ...waysList(ways),
  );
}

/** The placeholder for the tree, which the page's script fills. */
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

/** The waived bins with their owners, and the percentage without waivers. */
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

/** Explains how to add ways to hit the holes to the page. */
function hintOfWays(outDir: string): Html[] {
  return [
    h('p', { class: 'quiet' }, 'To see how each could be hit:'),
    commandLine(lineToPaste('report', shellWord(outDir), `--ways ${CHEAPEST_SHOWN}`)),
  ];
}

/** The cheapest holes, with a hint above them. */
function cheapestTable(
  data: CoverageData,
  model: CoverageModel,
  tests: number,
  hint: readonly Html[],
): Html[] {
  const cheapest = cheapestHoles(data, tests, model).slice(0, CHEAPEST_SHOWN);
  if (cheapest.length === 0) return [];
  return [
    h('h3', {}, 'Cheapest holes'),
    h(
      'p',
      { class: 'quiet' },
      'Expected number of further tests to hit half of the similar holes; empty without enough evidence.',
    ),
    ...hint,
    table(
      'Cheapest holes',
      [{ title: 'tests', align: 'right' }, { title: 'bin' }],
      cheapest.map(({ row, tests: more }) => [
        more === undefined ? '' : numberText(more),
        `${row.group}/${row.item}/${row.bin}`,
      ]),
    ),
  ];
}

/** A row per cause, with a collapsible list of its holes. */
function holesTable(data: CoverageData, model: CoverageModel): Html {
  const causes = holesByCause(crossHoles(data, model));
  if (causes.length === 0) return h('p', { class: 'good' }, 'None.');
  const hidden = causes.length - CAUSES_SHOWN;
  const shown = table(
    'Holes in crosses, by cause',
    [{ title: 'bins', align: 'right' }, { title: 'uncovered where' }],
    causes.slice(0, CAUSES_SHOWN).map((cause) => [numberText(cause.bins), causeCell(cause)]),
  );
  return hidden > 0
    ? h('div', {}, shown, h('p', { class: 'quiet' }, `and ${counted(hidden, 'more cause')}`))
    : shown;
}

function causeCell({ cause, holes }: HoleCause): Html {
  const items = holes
    .slice(0, HOLES_SHOWN)
    .map(({ group, cross, fixed, bins }) =>
      h('li', {}, `${group} / ${cross}: ${fixedText(fixed)} (${counted(bins, 'bin')})`),
    );
  const hidden = holes.length - HOLES_SHOWN;
  const more = hidden > 0 ? [h('li', {}, `and ${hidden} more`)] : [];
  const summary = h('summary', {}, h('strong', {}, cause), ` in ${counted(holes.length, 'place')}`);
  return h('details', {}, summary, h('ul', {}, items, more));
}
