import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { writeJobSummary } from '../../../runs/report/job-page.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { createReport } from '../page/support/page.js';

const folder = createTempFolder();

/** Returns what `writeJobSummary` writes to the job's log, and keeps it out of the real job's log. */
function captureJobLog(...args: Parameters<typeof writeJobSummary>): string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    writeJobSummary(...args);
    return write.mock.calls.map(([text]) => text).join('');
  } finally {
    write.mockRestore();
  }
}

it('adds the run and its coverage to a GitHub job summary, and writes nothing outside GitHub', () => {
  const page = join(folder, 'summary.md');
  expect(captureJobLog(createReport('r', ['ORD-01 db gfx9']), { GITHUB_STEP_SUMMARY: page })).toBe('');
  expect(() => readFileSync(page)).toThrow('ENOENT');
  expect(captureJobLog(createReport('r', []), { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: page })).toBe(
    '',
  );
  expect(readFileSync(page, 'utf8')).toMatch(/^# PASS.*^# Functional coverage \d/ms);
});

it('still shows the verdict and facts if thousands of failures do not fit on the page', () => {
  const page = join(folder, 'large.md');
  const signatures = Array.from({ length: 4000 }, (_, i) => `ORD-01 db gfx9 ${'long_'.repeat(50)}${i}`);
  const log = captureJobLog(createReport('r', signatures), {
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: page,
  });
  expect(log.match(/^::error /gm)).toHaveLength(9);
  expect(log.split('\n').slice(-2)).toEqual(['::error::3,991 more failure groups in report.md', '']);
  expect(readFileSync(page, 'utf8')).toMatch(
    /^# FAIL .*\n\n- seed: 0x1 .*\n- speed: .*\n(- excluded: .*\n){6}\nThe rest is too large for this page: see report\.md\.\n$/,
  );
});

it('only notes a job page that cannot be written, even if it is a FIFO without a reader', () => {
  const fifo = join(folder, 'fifo');
  execFileSync('mkfifo', [fifo]);
  for (const [page, reason] of [
    [fifo, 'not a regular file'],
    [folder, 'it is a directory'],
    [join(folder, 'none/page.md'), 'no such file or directory'],
    ['/dev/full', 'not a regular file'],
  ] as const) {
    const environment = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: page };
    expect(captureJobLog(createReport('r', []), environment)).toBe(
      `Cannot append the summary to the job page "${page}": ${reason}\n`,
    );
  }
});
