import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { prepareInstalledCommands } from '../support/installed-commands.js';
import { extractCommands } from './support/doc-commands.js';
import type { CliResult } from './support/run-cli.js';

const installed = await prepareInstalledCommands();
const PAGE = readFileSync(join(findPackageRoot(), 'docs', 'recipes.md'), 'utf8');
const COMMANDS = extractCommands('recipes.md', PAGE).filter(({ line }) => line.includes('out/'));
const results = new Map<string, CliResult>();

/** Limits a command on the page to a few tests. */
function limitToFewTests(words: readonly string[]): string[] {
  const valueIndex = (option: string): number => words.indexOf(option) + 1;
  const shortWords = words.map((word, index) => (index > 0 && index === valueIndex('--count') ? '2' : word));
  const isGenerated = words[0] === 'run' && ['smoke', 'nightly'].includes(words[1]!);
  const fewTests = ['--test', 'rmw_buffer', '--chip', 'navi31'];
  // The first and the last of these three tests detect the fault. A count replaces the time limit.
  const nightlyOptions = words[1] === 'nightly' ? ['--seed', '0x1', '--count', '3', '--triage', '0s'] : [];
  const singleWorker = words[0] === 'run' ? ['--workers', '1'] : [];
  return [...shortWords, ...(isGenerated ? [...fewTests, ...nightlyOptions] : []), ...singleWorker];
}

const findResult = (prefix: string): CliResult => [...results].find(([line]) => line.startsWith(prefix))![1];

beforeAll(async () => {
  for (const { line, args } of COMMANDS) results.set(line, await installed!.run(limitToFewTests(args)));
});

const getCoverage = async (run: string): Promise<object> => {
  const { stdout } = await installed!.run(['coverage', 'show', join('out', run), '--json']);
  const { hit, total } = JSON.parse(stdout);
  return { hit, total };
};

describe.skipIf(installed === undefined)('the recipes', () => {
  it('succeed when run in order', () => {
    const codes = [...results].map(([line, { code }]) => [line.split(' ', 3).join(' '), code]);
    expect(codes).toHaveLength(10);
    const failing = codes.filter(([, code]) => code !== 0);
    expect(failing).toEqual([
      ['run nightly --fault', 1],
      ['run --rerun-failures out/buggy', 1],
    ]);
  });

  it('keep going after the first failure of a buggy build when given a time limit', async () => {
    expect(findResult('run nightly').stdout).toMatch(/^FAIL {2}1 of 3 tests passed, 2 failed$/m);
    expect(findResult('report out/buggy').stdout).toMatch(/^FAIL {2}1 of 3 tests passed, 2 failed$/m);
  });

  it('report no difference between equivalent builds', () => {
    const { stdout } = findResult('coverage diff out/before out/after');
    expect(stdout).toContain('Bins no longer covered: none.\nBins newly covered: none.');
    expect(stdout).toContain('new failure groups: none');
  });

  it('rank tests into a suite with the same coverage', async () => {
    expect(await getCoverage('ranked')).toEqual(await getCoverage('before'));
    const rejected = await installed!.run(['run', 'ranked.json', '--seed', '0x1']);
    expect([rejected.code, rejected.stderr]).toEqual([2, expect.stringContaining('Cannot use --seed')]);
  });

  it("rerun the failures of one group, and list the run's groups if the requested one does not exist", async () => {
    const { stdout } = findResult('run --rerun-failures');
    expect(stdout).toMatch(/^FAIL {2}0 of 2 tests passed, 2 failed$/m);
    const args = ['run', '--rerun-failures', 'out/buggy', '--group', 'ORD-99'];
    const { code, stderr } = await installed!.run(args);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^No failure group in .* matches "ORD-99"; available groups: "ORD-07 sc"/),
    ]);
    const groupAlone = await installed!.run(['run', '--group', 'x']);
    expect([groupAlone.code, groupAlone.stderr]).toEqual([
      2,
      expect.stringContaining('without --rerun-failures'),
    ]);
  });

  it('find the commit that changed a generator', async () => {
    const { folder, root } = installed!;
    const clone = join(folder, 'clone');
    mkdirSync(clone);
    const git = (...args: string[]): string =>
      execFileSync('git', ['-C', clone, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        encoding: 'utf8',
        stdio: 'pipe',
      });
    git('init', '-q');
    const suite = { count: 1, tests: [{ sequence: 'rmw_buffer' }], knobs: { storeLatency: [5, 9] } };
    const commit = (document: object, message: string): void => {
      writeFileSync(join(clone, 'mine.json'), JSON.stringify(document));
      git('add', '-A');
      git('commit', '-qm', message);
    };
    commit(suite, 'first');
    const main = join(root, 'dist', 'cli', 'main.js');
    const replayed = execFileSync(process.execPath, [main, 'replay', 'mine.json:rmw_buffer@0x5', '--json'], {
      cwd: clone,
      encoding: 'utf8',
    });
    const name = /replay '([^']+)'/.exec(JSON.parse(replayed).repro)![1]!;
    commit({ ...suite, text: 'does not change the tests' }, 'second');
    commit({ ...suite, knobs: { storeLatency: [50, 90] } }, 'changes the generator');
    commit({ ...suite, text: 'later', knobs: { storeLatency: [50, 90] } }, 'fourth');
    const [, script] = /^```sh\n([\s\S]*?)^```$/m.exec(PAGE)!;
    const testedScript = script!
      .replace(/^npm ci.*\n/, '')
      .replace('npx --no-install pops-tb', `'${process.execPath}' '${main}'`)
      .replace(/'smoke:[^']*'/, `'${name}'`);
    writeFileSync(join(folder, 'bisect.sh'), testedScript);
    git('bisect', 'start', 'HEAD', 'HEAD~3');
    expect(git('bisect', 'run', 'sh', join(folder, 'bisect.sh'))).toMatch(
      /is the first bad commit[\s\S]*changes the generator/,
    );
  });
});
