import {
  type Html,
  h,
  makeContentPolicy,
  makeDataScript,
  makeModuleScript,
  makeStyleSheet,
} from '../../harness/page/index.js';
import { buildCoverageTree } from './coverage-tree.js';
import type { PageData } from './page-data.js';
import { renderNav } from './parts.js';
import { renderVerdictHeader } from './sections/verdict.js';
import { buildSections } from './sections.js';
import { PAGE_CSS } from './style.js';
import { buildTestColumns } from './test-columns.js';

/** The names of the page's built scripts. */
export const PAGE_SCRIPTS = ['coverage-tree', 'tests-table', 'table-filter', 'copy-buttons'] as const;

/**
 * Generates a run directory's `index.html`, a single self-contained file. `scripts` are the built scripts to embed.
 * User-supplied names are always escaped.
 */
export function renderRunPage(page: PageData, scripts: readonly string[]): string {
  const { summary } = page;
  const sections = buildSections(page, summary);
  const body = [
    renderVerdictHeader(page, summary),
    renderNav(sections.map(({ entry }) => entry)),
    h(
      'main',
      {},
      sections.map(({ content }) => content),
    ),
    makeDataScript(
      'coverage-data',
      buildCoverageTree(page.report.coverage, page.getRerunCommand, page.waivers.model),
    ),
    makeDataScript('tests-data', buildTestColumns(page.results, summary.groups, page.report.request)),
    ...scripts.map(makeModuleScript),
  ];
  return `<!doctype html>\n${h('html', { lang: 'en' }, renderHead(page, makeContentPolicy(scripts, PAGE_CSS)), h('body', {}, ...body)).html}\n`;
}

function renderHead({ report }: PageData, policy: string): Html {
  const title = `${report.request.runId}: ${report.tally.passed} of ${report.tally.tests} passed`;
  return h(
    'head',
    {},
    h('meta', { charset: 'utf-8' }),
    h('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('title', {}, title),
    makeStyleSheet(PAGE_CSS),
  );
}
