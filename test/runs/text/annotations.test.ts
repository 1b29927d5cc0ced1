import { formatGithubAnnotations } from '../../../runs/text/annotations.js';
import { createReport } from '../page/support/page.js';

it('annotates one bucket per line, and escapes the characters that end lines and fields', () => {
  const [line] = formatGithubAnnotations(createReport('r', ['ORD-01: 5%, a\nb']));
  expect(line).toBe(
    "::error title=ORD-01%3A 5%25%2C a%0Ab::1 test, first rmw_buffer.1%0Areproduce: pops-tb replay 'ORD-01: 5%25, a%0Ab'",
  );
});

it('prints at most ten annotations, the last of which counts the rest', () => {
  const lines = formatGithubAnnotations(
    createReport(
      'r',
      Array.from({ length: 12 }, (_, i) => `bucket ${i}`),
    ),
  );
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toBe('::error::3 more failure groups in report.md');
});

it('warns about known issues', () => {
  const report = createReport('r', ['old bug']);
  const issue = { signature: 'old*', reason: 'known', owner: 'A', expires: '2030-01-01' };
  const request = { ...report.request, knownIssues: [issue] };
  expect(formatGithubAnnotations({ ...report, request })[0]).toMatch(/^::warning title=old bug::/);
});
