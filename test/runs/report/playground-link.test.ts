import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPlaygroundLink } from '../../../runs/report/failure-files.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const folder = createTempFolder();
const REPRO = "npx --no-install pops-tb replay 'nightly:slow_owner@0x2~0123abcd' --fault F46";

it("links a run's test to a built playground", () => {
  const page = join(folder, 'index.html');
  writeFileSync(page, '');
  expect(buildPlaygroundLink(join(folder, 'out', 'run'), REPRO, page)).toBe(
    '../../index.html#nightly:slow_owner@0x2~0123abcd&fault=F46',
  );
});

it('returns no link if no playground is built or the scenario is stored in a file', () => {
  expect(buildPlaygroundLink(folder, REPRO, join(folder, 'missing.html'))).toBeUndefined();
  expect(
    buildPlaygroundLink(folder, 'pops-tb replay scenario.json', join(folder, 'index.html')),
  ).toBeUndefined();
});
