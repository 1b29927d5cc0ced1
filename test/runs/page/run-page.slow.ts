import { type ImportantHole, listImportantHoles } from '../../../closure/aim/important-holes.js';
import { findRunChanges } from '../../../closure/coverage/run-changes.js';
import { COVERAGE_MODEL, summariseCoverage, waiveBins } from '../../../coverage/index.js';
import { BIN_KINDS, buildCoverageTree } from '../../../runs/page/coverage-tree.js';
import { PAGE_SCRIPTS } from '../../../runs/page/run-page.js';
import { createReport, HOSTILE, renderCleanPage, renderPage } from './support/page.js';
import { makeResults } from './support/results.js';

/** Returns the visible text between two strings on the page, without tags. */
function extractText(html: string, from: string, to: string): string {
  const start = html.indexOf(from);
  expect(start).toBeGreaterThan(0);
  return html
    .slice(start, html.indexOf(to, start))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

describe("a run's page", () => {
  it('starts with the verdict, then changes, then failures', () => {
    const html = renderPage(createReport('r', ['ORD-01 db gfx9 x']));
    const positions = [
      'FAIL</span> 1 of 20 tests failed',
      'id="changes"',
      'id="failures"',
      'id="coverage"',
    ].map((fragment) => html.indexOf(fragment));
    expect(Math.min(...positions)).toBeGreaterThan(0);
    expect([...positions].sort((a, b) => a - b)).toEqual(positions);
  });

  it('offers a command that repeats the run, with its suite quoted and no early stop for an injected fault', () => {
    const report = createReport('r', ['one', 'two']);
    const suite = "it's $(mine).ts";
    const overrides = { ...report.request.overrides, faults: ['F46' as const] };
    const text = extractText(
      renderPage({ ...report, request: { ...report.request, suite, overrides } }),
      'id="what-ran"',
      'machine',
    );
    expect(text).toContain(
      'pops-tb run &#39;it&#39;\\&#39;&#39;s $(mine).ts&#39; --seed 0x1 --count 20 --fault F46 --max-failures 20',
    );
  });

  it('offers a command that reruns as many tests as a timed run completed', () => {
    const report = createReport('r', []);
    const request = { ...report.request, count: Number.POSITIVE_INFINITY, timeMs: 60_000 };
    const text = extractText(renderPage({ ...report, request }), 'id="what-ran"', 'machine');
    expect(text).toContain('--seed 0x1 --count 20 ');
  });

  it('explains the coverage growth, and says that the estimate for a steered run is rough', () => {
    const report = createReport('r', []);
    const getGrowthText = (request: typeof report.request): string =>
      extractText(renderPage({ ...report, request }), 'id="growth"', 'Expected growth');
    expect(getGrowthText(report.request)).toMatch(
      /bins after 2 tests, chosen at random by weight\. (?!.*rough)/,
    );
    expect(getGrowthText({ ...report.request, steer: true })).toMatch(
      /bins after 2 tests, steered by coverage\. .* not drawn from one distribution, so the estimate is rough/,
    );
  });

  it('lists the slowest tests, slowest first, with their replay lines', () => {
    const results = makeResults(30).map((result, index) => ({ ...result, seconds: index }));
    const text = extractText(renderPage(createReport('r', []), { results }), 'Slowest tests', 'Final memory');
    const times = Array.from(text.matchAll(/ (\d+)\.0 s /g), ([, seconds]) => Number(seconds));
    expect(times).toEqual(Array.from({ length: 20 }, (_, index) => 29 - index));
    expect(text).toMatch(/ pops-tb replay &#39;smoke:\w+@0x/);
  });

  it('shows the command that searches for tests that hit the holes', () => {
    const text = extractText(renderPage(createReport('r', [])), 'id="coverage"', 'id="growth"');
    expect(text).toContain('coverage aim &#39;*&#39; &#39;out/r&#39;');
  });

  it('describes the holes that matter most, each with the line that aims at it', () => {
    const report = createReport('r', []);
    const [{ name, words, nearest }] = listImportantHoles(report.coverage, COVERAGE_MODEL, 1) as [
      ImportantHole,
    ];
    const text = extractText(renderPage(report), 'Holes that matter most', 'id="growth"');
    for (const part of [name, words, `nearest: ${nearest}`, `coverage aim &#39;${name}&#39; &#39;out/r&#39;`])
      expect(text).toContain(part);
  });

  it('does not need other files or the network', () => {
    const html = renderCleanPage();
    expect(html).not.toMatch(/src="|href="(?!#|\.\/)/);
    expect(html).not.toMatch(/url\(|@import|https?:/);
  });

  it("shows a bucket's message, its diagram and both repro commands", () => {
    const signature = 'ORD-01 db gfx9 x';
    const failure = { signature, test: 'rmw_image.2', message: 'it broke', picture: ['A-->B', 'pixel 3'] };
    const html = renderPage(createReport('r', [signature]), { failures: [failure] });
    const text = extractText(html, 'id="failures"', 'id="coverage"');
    for (const fragment of [
      signature,
      'it broke',
      'A--&gt;B pixel 3',
      'replay &#39;ORD-01 db gfx9 x&#39;',
      '--small',
    ]) {
      expect(text).toContain(fragment);
    }
  });

  it("shows a bucket's known issue", () => {
    const report = createReport('r', ['mine', 'unclaimed']);
    const issue = { signature: 'mine', reason: 'an erratum', owner: 'kim', expires: '9999-12-31' };
    const html = renderPage({ ...report, request: { ...report.request, knownIssues: [issue] } });
    const text = extractText(html, 'id="failures"', 'id="coverage"');
    expect(text).toContain('Known: an erratum (kim, until 9999-12-31) Test with the fewest waves');
    expect(text).toContain('mine 1 test known ');
    expect(text).toMatch(/unclaimed 1 test (?!known)/);
  });

  it('lists changes since an earlier run', () => {
    const before = createReport('monday', ['old', 'both'], () => 0);
    before.tally.rules['ORD-02'] = { armed: 1, fired: 0 };
    const after = createReport('tuesday', ['new', 'both'], () => 9);
    const text = extractText(
      renderPage(after, { changes: findRunChanges(before, after) }),
      'id="changes"',
      'id="failures"',
    );
    expect(text).toContain('Since run monday');
    expect(text).toContain('coverage 0.0% 100.0%');
    expect(text).toContain('New failure groups: 1 new, 1 test');
    expect(text).toContain('Failure groups no longer seen: 1 old, 1 test');
    expect(text).toContain('Rules that no longer had anything to judge: 1 ORD-02 (Sections of');
    expect(text).toMatch(/Newly covered bins: \d,\d{3}/);
    expect(text).not.toContain('Bins no longer covered');
  });

  it('shows thousands separators in all counts', () => {
    const text = extractText(renderCleanPage(), 'id="coverage"', 'id="coverage-tree"');
    expect(text).toMatch(/ \d,\d{3} of \d,\d{3} bins/);
  });

  it('shows waivers with their owners, and percentages with and without them', () => {
    const report = createReport('r', [], (bin) => (bin === 0 ? 0 : 9));
    const [group] = COVERAGE_MODEL.groups;
    const { definition, items, bins } = group!.compiled;
    const waived = `${definition.name}/${items[0]!.name}/${bins[0]!.name}`;
    const waiver = { bins: waived, reason: HOSTILE, owner: 'A', expires: '2030-01-02', hash: '' };
    const model = waiveBins(COVERAGE_MODEL, (bin) => (bin === waived ? waiver.reason : undefined));
    const waivers = { list: [{ ...waiver, count: 1 }], model, hits: () => [] };
    const html = renderPage(report, { waivers });
    expect(extractText(html, 'id="waivers"', '</details>')).toContain('1 bin waived; coverage 9');
    expect(html).not.toContain('<img');
    const { percent } = summariseCoverage(report.coverage, model);
    expect(percent).toBeGreaterThan(summariseCoverage(report.coverage).percent);
    expect(extractText(html, '<dt>coverage', '</dl>')).toContain(`${percent.toFixed(1)}%`);
    const tree = buildCoverageTree(report.coverage, () => undefined, model);
    expect(BIN_KINDS[tree.groups[0]!.items[0]!.kinds[0]!]).toBe('waived');
  });

  it('shows the progress of each testplan stage', () => {
    const text = extractText(renderCleanPage(), 'id="testplan"', 'id="rules"');
    expect(text).toMatch(
      /% V1 \d+ judged, \d+ by the project&#39;s tests, \d+ observed of \d+; .*% V2 .*% V3 \d+ judged, .*observed of \d+; pass rate 100\.0%/,
    );
  });

  it('lists never-armed rules first, as holes', () => {
    const text = extractText(renderCleanPage(), 'id="rules"', 'id="tests"');
    expect(text.indexOf('ORD-02')).toBeLessThan(text.indexOf('ORD-01'));
    expect(text).toMatch(
      /\d+ of \d+ rules were never evaluated, so they checked nothing and do not count as passed: ORD-02/,
    );
    expect(text).toMatch(
      /\d+ rules? (was|were) not evaluated because the run had no hangs or litmus cells\./,
    );
  });

  it('escapes every external string', () => {
    const report = createReport(HOSTILE, [HOSTILE]);
    const failure = { signature: HOSTILE, test: HOSTILE, message: HOSTILE, picture: [HOSTILE] };
    const result = {
      position: 0,
      test: { sequence: HOSTILE, index: 0, seed: HOSTILE, root: HOSTILE },
      outcome: 'passed' as const,
      chip: undefined,
      waves: 1,
      cycles: 1,
      instructions: 1,
      seconds: 0.5,
      rules: undefined,
      failure: undefined,
    };
    const html = renderPage(report, {
      failures: [failure],
      results: [result],
      changes: findRunChanges(report, createReport('after', [])),
      getRerunCommand: () => HOSTILE,
    });
    expect(html).not.toContain('<img');
    expect(html).not.toContain("<script>document.title='owned'");
    expect(html.match(/<\/script>/g)).toHaveLength(1 + PAGE_SCRIPTS.length);
  });
});
