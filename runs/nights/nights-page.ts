import { formatPercentage } from '../../coverage/index.js';
import { type Html, type HtmlContent, h, makeContentPolicy, makePage } from '../../harness/page/index.js';
import {
  formatMinute,
  formatNumber,
  formatQuantity,
  formatSignedNumber,
  makeColumns,
} from '../../harness/text/index.js';
import type { RunSeries, SeriesRun } from '../history/run-series.js';
import { table } from '../page/parts.js';
import { PAGE_CSS } from '../page/style.js';
import { drawFigures, formatGroupNames, getCountedCoverage } from './trend-figures.js';

const TRENDS_STYLE = `
.trends-page h1{font-size:1.6rem;line-height:1.25;margin:1rem 0 .2rem;overflow-wrap:anywhere}
.series h2{overflow-wrap:anywhere}
.newest{font-size:1.05rem}
.trends{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:1rem;margin:1rem 0}
.trends figure{margin:0;background:var(--raised);border:1px solid var(--line);border-radius:.5rem;padding:.6rem .6rem .2rem;min-width:0}
.trends figcaption{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 .8rem;padding:0 .3rem}
.trends .name{font-weight:600}.trends .now{font-variant-numeric:tabular-nums}
.trends svg{display:block;width:100%;height:auto}
.trends .grid{stroke:var(--line)}.trends .tick{fill:var(--muted);font:11px system-ui,sans-serif}
.trends .measured{stroke:var(--link);stroke-width:1.75;stroke-linejoin:round}
.trends .point{fill:var(--link)}.trends a:hover .point,.trends g:hover .point{stroke:var(--text);stroke-width:2}
.series table{font-size:.88rem}.series td,.series th{white-space:nowrap}.series td.prose{white-space:normal;min-width:14rem;overflow-wrap:anywhere}
@media print{.trends figure,.series tr{break-inside:avoid}}
`;

interface TrendsPage {
  readonly folder: string;
  /** The series, with the most recent run's series first. */
  readonly series: readonly RunSeries[];
  readonly hasPage: (directory: string) => boolean;
}

/**
 * Generates `nights.html`, a single file without scripts that shows trends across comparable runs. Each point
 * and row links to its run's page.
 */
export function renderTrendsPage(page: TrendsPage): string {
  const style = PAGE_CSS + TRENDS_STYLE;
  const runs = page.series.reduce((sum, { nights }) => sum + nights.length, 0);
  const title = `Runs in ${page.folder}`;
  const body = h(
    'body',
    { class: 'trends-page' },
    h(
      'header',
      {},
      h('h1', {}, title),
      h(
        'p',
        { class: 'quiet' },
        `${formatQuantity(runs, 'finished run')} in ${page.series.length === 1 ? 'one series' : `${page.series.length} series`}. All runs in a series have the same suite, selection, length, shard, faults and build type. Runs from different series are not compared.`,
      ),
    ),
    h('main', {}, ...page.series.map((series, index) => renderSeries(series, index, page))),
  );
  return makePage({ title, style, policy: makeContentPolicy([], style) }, body);
}

function renderSeries(
  { alike: comparisonKey, nights: runs, earlier, unfinished }: RunSeries,
  index: number,
  page: TrendsPage,
): Html {
  const newest = runs.at(-1)!;
  const omitted = [
    ...(earlier === 0 ? [] : [`${formatQuantity(earlier, 'earlier run')} not shown`]),
    ...(unfinished === 0
      ? []
      : [`${formatQuantity(unfinished, 'run')} omitted: in progress, interrupted or incomplete`]),
  ];
  const id = `series-${index + 1}`;
  return h(
    'section',
    { class: 'series', id, 'aria-labelledby': `${id}-title` },
    h('h2', { id: `${id}-title` }, comparisonKey),
    h('p', { class: 'newest' }, ...renderNewestRun(newest, runs.at(-2), page)),
    ...(omitted.length === 0 ? [] : [h('p', { class: 'quiet' }, `${omitted.join('; ')}.`)]),
    ...(runs.length === 1
      ? [h('p', { class: 'quiet' }, 'Trends begin with the second run.')]
      : [h('div', { class: 'trends' }, ...renderTrendFigures(runs, page))]),
    renderRunTable(comparisonKey, runs, page),
  );
}

function renderNewestRun(newest: SeriesRun, before: SeriesRun | undefined, page: TrendsPage): HtmlContent[] {
  const { failed, errors, tests, born: added, fixed: gone, groups, coverage } = newest;
  const failures = failed + errors;
  const covered = getCountedCoverage(newest);
  const change =
    before === undefined || getCountedCoverage(before) === null
      ? ''
      : ` (${formatSignedNumber(coverage - before.coverage, 1)} points since the previous run)`;
  const names = groups.length === 0 || added.length === groups.length ? '' : `: ${formatGroupNames(groups)}`;
  return [
    renderRunLink(newest, formatMinute(newest.startedAt), page),
    ': ',
    h(
      'span',
      { class: failures === 0 ? 'good' : 'bad' },
      failures === 0
        ? `all ${formatQuantity(tests, 'test')} passed`
        : `${formatNumber(failures)} of ${formatQuantity(tests, 'test')} failed`,
    ),
    `, ${formatQuantity(groups.length, 'failure group')}${names}`,
    ...(added.length === 0 ? [] : [', ', h('span', { class: 'bad' }, `new: ${formatGroupNames(added)}`)]),
    ...(gone.length === 0 ? [] : [', ', h('span', { class: 'good' }, `vanished: ${formatGroupNames(gone)}`)]),
    covered === null ? '' : `, coverage ${formatPercentage(covered)}${change}`,
  ];
}

function renderTrendFigures(runs: readonly SeriesRun[], page: TrendsPage): Html[] {
  const figures = drawFigures(runs, (run, value) => ({
    text: `${formatMinute(run.startedAt)}, ${run.directory}: ${value}`,
    ...(page.hasPage(run.directory) ? { href: getPagePath(run) } : {}),
  }));
  return figures.map(({ name, latest, drawing }) =>
    h(
      'figure',
      {},
      h('figcaption', {}, h('span', { class: 'name' }, name), h('span', { class: 'now' }, latest)),
      drawing,
    ),
  );
}

function renderRunTable(comparisonKey: string, runs: readonly SeriesRun[], page: TrendsPage): Html {
  const columns = makeColumns(
    'started (UTC)',
    'run',
    '>tests',
    '>passed',
    '>coverage',
    '>groups',
    'new and vanished groups',
    '>tests/s',
    '>flaky',
    '>rules evaluated',
    'commit',
  );
  const rows = runs
    .toReversed()
    .map((run): HtmlContent[] => [
      formatMinute(run.startedAt),
      renderRunLink(run, run.directory, page),
      formatNumber(run.tests),
      formatPercentage(run.passRate),
      getCountedCoverage(run) === null ? '–' : formatPercentage(run.coverage),
      formatNumber(run.groups.length),
      h('span', {}, ...renderChanges(run)),
      run.testsPerSecond.toFixed(1),
      formatNumber(run.flaky),
      formatNumber(run.rulesArmed),
      run.commit === null ? '–' : run.commit.slice(0, 10),
    ]);
  return table(`Runs: ${comparisonKey}`, columns, rows);
}

function renderChanges({ born: added, fixed: gone }: SeriesRun): HtmlContent[] {
  if (added.length + gone.length === 0) return ['–'];
  return [
    ...(added.length === 0 ? [] : [h('span', { class: 'bad' }, `new: ${formatGroupNames(added)}`)]),
    ...(added.length > 0 && gone.length > 0 ? ['; '] : []),
    ...(gone.length === 0 ? [] : [h('span', { class: 'good' }, `vanished: ${formatGroupNames(gone)}`)]),
  ];
}

function renderRunLink(run: SeriesRun, text: string, { hasPage }: TrendsPage): HtmlContent {
  return hasPage(run.directory) ? h('a', { href: getPagePath(run) }, text) : text;
}

function getPagePath({ directory }: SeriesRun): string {
  return `./${encodeURIComponent(directory)}/index.html`;
}
