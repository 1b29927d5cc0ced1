import {
  h,
  makeContentPolicy,
  makeDataScript,
  makeModuleScript,
  makePage,
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
  const { summary, report } = page;
  const { request, tally, coverage } = report;
  const sections = buildSections(page, summary);
  const body = [
    renderVerdictHeader(page, summary),
    renderNav(sections.map(({ entry }) => entry)),
    h('main', {}, ...sections.map(({ content }) => content)),
    makeDataScript('coverage-data', buildCoverageTree(coverage, page.getRerunCommand, page.waivers.model)),
    makeDataScript('tests-data', buildTestColumns(page.results, summary.groups, request)),
    ...scripts.map(makeModuleScript),
  ];
  const title = `${request.runId}: ${tally.passed} of ${tally.tests} passed`;
  return makePage(
    { title, style: PAGE_CSS, policy: makeContentPolicy(scripts, PAGE_CSS) },
    h('body', {}, ...body),
  );
}
