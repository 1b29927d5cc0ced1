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
