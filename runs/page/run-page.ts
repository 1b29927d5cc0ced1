import {
  buildRemainingHolesTable,
  describeHoleSearch,
  listHoleSearchFailures,
} from '../../closure/aim/index.js';
import { estimateNewBins, formatPercentage, summariseCoverage } from '../../coverage/index.js';
import {
  type Html,
  h,
  makeContentPolicy,
  makeDataScript,
  makeModuleScript,
  makePage,
} from '../../harness/page/index.js';
import { formatNumber } from '../../harness/text/index.js';
import type { HoleSearchResult } from '../../harness/triage-findings/index.js';
import type { RunSummary } from '../text/run-summary.js';
import { buildCoverageTree } from './coverage-tree.js';
import type { PageData } from './page-data.js';
import { getRating, type NavigationEntry, renderNav, section, table } from './parts.js';
import { renderChanges } from './sections/changes.js';
import { renderCoverage } from './sections/coverage.js';
import { renderFailures } from './sections/failures.js';
import { renderGrowth } from './sections/growth.js';
import { renderRules } from './sections/rules.js';
import { renderTestplan } from './sections/testplan.js';
import { renderTestsSection } from './sections/tests.js';
import { renderVerdictHeader } from './sections/verdict.js';
import { renderRunDetails } from './sections/what-ran.js';
import { PAGE_CSS } from './style.js';

/** Renders the results of the hole search: how many holes it closed, and how close it came to closing the others. */
function renderHoleSearch(holeSearch: HoleSearchResult): Html {
  const { columns, rows } = buildRemainingHolesTable(holeSearch);
  return section(
    'closing',
    'Closed holes',
    h('p', {}, `${describeHoleSearch(holeSearch)}.`),
    ...listHoleSearchFailures(holeSearch).map((line) => h('p', {}, `${line}.`)),
    ...(rows.length === 0 ? [] : [table('Holes that no test hit', columns, rows)]),
  );
}

interface PageSection {
  readonly entry: NavigationEntry;
  readonly content: Html;
}

/** Returns the sections in order: what changed, what failed, what was checked, then the rest. */
export function buildSections(page: PageData, summary: RunSummary): PageSection[] {
  const { report, changes, plan, waivers } = page;
  const { percent, tests } = summariseCoverage(report.coverage, waivers.model);
  const { groups, armed, unarmed } = summary;
  const openCount = groups.filter(({ known }) => !known).length;
  const failureTone = openCount > 0 ? 'bad' : groups.length > 0 ? 'open' : 'good';
  const rulesTone = unarmed.length === 0 ? 'good' : 'open';
  const isCounted = tests.passed > 0;
  const gain = isCounted ? estimateNewBins(report.coverage, tests.passed, tests.passed, waivers.model) : 0;
  const add = (id: string, name: string, figure: string, content: Html, tone?: NavigationEntry['tone']) => ({
    entry: { id, name, figure, ...(tone && { tone }) },
    content,
  });
  return [
    { entry: changesEntry(page), content: renderChanges(page) },
    add(
      'failures',
      'Failures',
      formatNumber(groups.length),
      renderFailures(groups, page.failures, changes),
      failureTone,
    ),
    isCounted
      ? add('coverage', 'Coverage', formatPercentage(percent), renderCoverage(page), getRating(percent))
      : add('coverage', 'Coverage', 'none', renderCoverage(page)),
    ...closingEntry(report.closing),
    add(
      'growth',
      'Growth',
      isCounted ? `${formatNumber(Math.round(gain))} expected` : 'none',
      renderGrowth(report, waivers),
    ),
    add('testplan', 'Testplan', `${plan.judged} of ${plan.total}`, renderTestplan(plan)),
    add('rules', 'Rules', `${armed} of ${armed + unarmed.length}`, renderRules(report), rulesTone),
    add('tests', 'Tests', formatNumber(report.tally.tests), renderTestsSection(page)),
    add('what-ran', 'Run', page.manifest.suite, renderRunDetails(page, summary)),
  ];
}

function closingEntry(closing: HoleSearchResult | undefined): PageSection[] {
  if (closing === undefined) return [];
  const figure = `${closing.closed} closed`;
  return [{ entry: { id: 'closing', name: 'Holes', figure }, content: renderHoleSearch(closing) }];
}

/**
 * Returns the entry for changes. Its figure is the number of new groups, or if there are none, the number of vanished
 * ones.
 */
function changesEntry({ report, changes }: PageData): NavigationEntry {
  const entry = { id: 'changes', name: 'Changes' };
  if (changes === undefined) return { ...entry, figure: report.again === undefined ? 'first run' : 'rerun' };
  const { newGroups, vanishedGroups } = changes;
  if (newGroups.length > 0) return { ...entry, figure: `${formatNumber(newGroups.length)} new`, tone: 'bad' };
  return vanishedGroups.length > 0
    ? { ...entry, figure: `${formatNumber(vanishedGroups.length)} vanished`, tone: 'good' }
    : { ...entry, figure: 'none new' };
}

/** The names of the page's built scripts. */
export const PAGE_SCRIPTS = ['coverage-tree', 'table-filter', 'copy-buttons'] as const;

/**
 * Generates a run directory's `index.html`, a single self-contained file. `scripts` are the built scripts to embed.
 * User-supplied names are always escaped.
 */
export function renderRunPage(page: PageData, scripts: readonly string[]): string {
  const { summary, report } = page;
  const { request, tally, coverage } = report;
  const sections = buildSections(page, summary);
  const body = [
    renderVerdictHeader(page, summary),
    renderNav(sections.map(({ entry }) => entry)),
    h('main', {}, ...sections.map(({ content }) => content)),
    makeDataScript('coverage-data', buildCoverageTree(coverage, page.getRerunCommand, page.waivers.model)),
    ...scripts.map(makeModuleScript),
  ];
  const title = `${request.runId}: ${formatNumber(tally.passed)} of ${formatNumber(tally.tests)} passed`;
  return makePage(
    { title, style: PAGE_CSS, policy: makeContentPolicy(scripts, PAGE_CSS) },
    h('body', {}, ...body),
  );
}
