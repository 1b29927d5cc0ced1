import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tellJob } from '../../cli/job-page.js';
import { runWith } from '../report/page/support/page.js';
import { temporaryFolder } from './support/run-cli.js';

const folder = temporaryFolder();

it('adds run and coverage to the page of a GitHub job, and writes nothing elsewhere', () => {
  const page = join(folder, 'summary.md');
  tellJob(runWith('r', []), { GITHUB_STEP_SUMMARY: page });
  expect(() => readFileSync(page)).toThrow('ENOENT');
  tellJob(runWith('r', []), { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: page });
  expect(readFileSync(page, 'utf8')).toMatch(/^# PASS.*^# Functional coverage \d/ms);
});

it('keeps verdict and facts where thousands of failures are too large for the page', () => {
  const page = join(folder, 'large.md');
  const signatures = Array.from({ length: 4000 }, (_, i) => `ORD-01 db gfx9 ${'long_'.repeat(50)}${i}`);
  tellJob(runWith('r', signatures), { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: page });
  expect(readFileSync(page, 'utf8')).toMatch(
    /^# FAIL .*\n\n- seed: 0x1 .*\n- speed: .*\n\nThe rest is too large for this page: see report\.md\.\n$/,
  );
});
