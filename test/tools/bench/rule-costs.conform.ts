import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { runCli } from '../../cli/support/run-cli.js';

it('no rule costs more than 2 % of a workload unless its row says why', async () => {
  const root = findPackageRoot();
  const main = join(root, 'dist/tools/bench/main.js');
  const { code, stdout, stderr } = await runCli(['rule-costs', '5'], root, undefined, { main });
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/^ +share +handled/m);
});
