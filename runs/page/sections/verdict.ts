import { formatPercentage, summariseCoverage } from '../../../coverage/index.js';
import { type Html, h } from '../../../harness/page/index.js';
import type { RunReport, Tally } from '../../../harness/run-directory/index.js';
import {
  formatMinute,
  formatNumber,
  formatQuantity,
  formatSignedNumber,
} from '../../../harness/text/index.js';
import { suggestFirstStep } from '../../text/first-step.js';
import type { RunSummary } from '../../text/run-summary.js';
import type { PageData } from '../page-data.js';
import { commandLine } from '../parts.js';
import { RUN_DETAIL_FACTS } from './what-ran.js';

type Counts = Pick<Tally, 'tests' | 'passed' | 'failed' | 'errors'>;

/** Draws a run's tests as a single bar, divided into passed tests, known and other failures, and testbench errors. */
export function drawOutcomeBar({ tests, passed, failed, errors }: Counts, known: number): Html {
  const knownFailures = Math.min(known, failed);
  const parts = [
    { name: 'passed', count: passed, label: `${formatNumber(passed)} passed` },
    { name: 'known', count: knownFailures, label: `${formatNumber(knownFailures)} known` },
    {
      name: 'failed',
      count: failed - knownFailures,
      label: `${formatNumber(failed - knownFailures)} failed`,
    },
    { name: 'errors', count: errors, label: formatQuantity(errors, 'error') },
  ].filter(({ count }) => count > 0);
  let offset = 0;
  const rects = parts.map(({ name, count }) => {
    const x = formatPercent(offset, tests);
    offset += count;
    return h('rect', { class: name, x, width: formatPercent(count, tests), height: '100%' });
  });
  const label = parts.map((part) => part.label).join(', ');
  return h('svg', { class: 'outcomes', role: 'img', 'aria-label': label || 'no tests have run' }, rects);
}

function formatPercent(count: number, total: number): string {
  return `${((100 * count) / Math.max(1, total)).toFixed(3)}%`;
}

/** Renders the page header: the verdict, what ran where, the suggested next step, and the key figures. */
export function renderVerdictHeader(page: PageData, summary: RunSummary): Html {
  const { report, changes } = page;
  const step = suggestFirstStep(summary, changes);
  // Failure cards already name the known issues.
  const notes = summary.facts.filter(([name]) => name !== 'known' && !RUN_DETAIL_FACTS.includes(name));
  return h(
    'header',
    { class: summary.outcome },
    h('p', { class: 'identity' }, formatIdentity(page)),
    h(
      'h1',
      {},
      h('span', { class: 'verdict' }, summary.outcome.toUpperCase()),
      ` ${formatHeadline(report, summary)}`,
    ),
    drawOutcomeBar(report.tally, countKnownFailures(summary)),
    ...(step === undefined
      ? []
      : [
          h(
            'div',
            { class: 'first-step' },
            h('p', {}, h('strong', {}, 'First: '), step.text),
            ...(step.command === undefined ? [] : [commandLine(step.command)]),
          ),
        ]),
    renderFigures(page, summary),
    ...notes.map(([name, text]) => h('p', { class: 'fact' }, h('strong', {}, name), ` ${text}`)),
  );
}

/** Returns a line that identifies the run: its id, suite, time, commit or version, machine, seed and any faults. */
function formatIdentity({ manifest }: PageData): string {
  const { runId, suite, startedAt, commit, dirty, machine, seed, faults } = manifest;
  const code = commit === null ? `version ${manifest.version}` : `commit ${commit.slice(0, 12)}`;
  return [
    runId,
    `suite ${suite}`,
    `${formatMinute(startedAt)} UTC`,
    `${code}${dirty === true ? ' with uncommitted changes' : ''}`,
    machine.host,
    `seed ${seed}`,
    ...(faults.length === 0 ? [] : [`${faults.length === 1 ? 'fault' : 'faults'} ${faults.join(', ')}`]),
  ].join(' · ');
}

function formatHeadline({ tally }: RunReport, { groups }: RunSummary): string {
  const failed = tally.tests - tally.passed;
  if (failed === 0) return `${formatQuantity(tally.tests, 'test')} passed`;
  const open = groups.filter(({ known }) => !known).length;
  const causes =
    open === 0
      ? 'all of them known'
      : `${formatQuantity(open, 'likely cause')}${open < groups.length ? ` and ${formatQuantity(groups.length - open, 'known issue')}` : ''}`;
  return `${formatNumber(failed)} of ${formatQuantity(tally.tests, 'test')} failed: ${causes}`;
}

function countKnownFailures({ buckets }: RunSummary): number {
  return buckets.reduce((sum, { known, count }) => sum + (known === undefined ? 0 : count), 0);
}

function renderFigures({ report, waivers, changes, plan }: PageData, summary: RunSummary): Html {
  const { tests, passed, failed, errors } = report.tally;
  const { percent, tests: counts } = summariseCoverage(report.coverage, waivers.model);
  const percentChange = changes === undefined ? undefined : changes.percent[1] - changes.percent[0];
  return h(
    'dl',
    { class: 'figures' },
    renderFigure('tests', formatNumber(tests)),
    renderFigure('passed', formatNumber(passed)),
    renderFailedFigure(failed, summary),
    ...(errors > 0 ? [renderFigure('errors', formatNumber(errors), 'bad')] : []),
    renderFigure(
      'coverage',
      counts.passed === 0 ? 'not counted' : formatPercentage(percent),
      undefined,
      percentChange === undefined || counts.passed === 0
        ? undefined
        : `${formatSignedNumber(percentChange, 1)} points`,
    ),
    renderFigure('rules evaluated', `${summary.armed} of ${summary.armed + summary.unarmed.length}`),
    renderFigure('statements judged', `${plan.judged} of ${plan.total}`),
  );
}

/** Renders the number of failures, marked as bad unless all are known. */
function renderFailedFigure(failed: number, { groups }: RunSummary): Html {
  if (failed === 0) return renderFigure('failed', '0');
  return groups.every(({ known }) => known)
    ? renderFigure('failed', formatNumber(failed), 'open', 'all known')
    : renderFigure('failed', formatNumber(failed), 'bad');
}

function renderFigure(name: string, text: string, tone?: string, note?: string): Html {
  const noteParts = note === undefined ? [] : [h('dd', { class: 'note' }, note)];
  return h('div', { class: tone }, h('dt', {}, name), h('dd', {}, text), ...noteParts);
}
