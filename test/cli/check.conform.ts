import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { callCli } from './support/call-cli.js';
import { splitShellWords } from './support/doc-commands.js';
import { createTempFolder } from './support/run-cli.js';

const folder = createTempFolder();

/** Writes two corpus records, reduced to one variant each, to a file and returns its path. */
function writeTwoRecords(): string {
  const file = join(findPackageRoot(), 'data', 'corpus', 'navi31-w64.json');
  const records = JSON.parse(readFileSync(file, 'utf8')) as { id: string; variants: unknown[] }[];
  const selected = records.filter(({ id }) => /^(dual_source|empty_section)\/navi31\/w64\/mono$/.test(id));
  const path = join(folder, 'two.json');
  writeFileSync(
    path,
    JSON.stringify(selected.map((record) => ({ ...record, variants: record.variants.slice(0, 1) }))),
  );
  return path;
}

describe('pops-tb check', () => {
  it('prints the same document for any number of workers, with a command that reproduces each violation', async () => {
    const file = writeTwoRecords();
    const check = (...options: string[]) => callCli(['check', file, '--seeds', '1', '--json', ...options]);
    const [oneWorker, twoWorkers] = [await check('--workers', '1'), await check('--workers', '2')];
    expect({ code: oneWorker.code, stderr: oneWorker.stderr }).toEqual({ code: 1, stderr: '' });
    expect(twoWorkers).toEqual(oneWorker);
    const document = JSON.parse(oneWorker.stdout);
    expect(document).toMatchObject({ passed: 1, failed: 1, unsupported: 0 });
    const failed = document.programs.find(({ verdict }: { verdict: string }) => verdict === 'fail');
    const race = failed.violations.find(({ rule }: { rule: string }) => rule === 'RACE-01');
    expect(race).toMatchObject({ severity: 'error', pc: 0x15c, wave: 0 });
    const reproduced = await callCli([...splitShellWords(race.repro).slice(3), '--json']);
    expect(JSON.parse(reproduced.stdout).programs[0].violations).toContainEqual(race);
  });

  it('shows four small shaders, three of them wrong, on one screen, and all else with --verbose', async () => {
    const shaders = join(findPackageRoot(), 'docs', 'examples', 'shaders');
    const source = readFileSync(join(shaders, 'gfx103-image.s'), 'utf8').replace('; expect: pass\n', '');
    const small = createTempFolder();
    writeFileSync(join(small, 'right.s'), source);
    writeFileSync(join(small, 'no-wait.s'), source.replace(/.*s_waitcnt_vscnt.*/, ''));
    writeFileSync(join(small, 'no-glc.s'), source.replace(/(image_(?:load|store) .*) glc/g, '$1'));
    writeFileSync(join(small, 'no-exit.s'), source.replace(/.*MSG_ORDERED_PS_DONE.*/, ''));
    const check = (...options: string[]) => callCli(['check', small, '--seeds', '1', ...options]);
    const { code, stdout, stderr } = await check();
    expect([code, `${stdout}${stderr}`.split('\n').length - 1]).toEqual([
      1,
      expect.toSatisfy((n) => n <= 25),
    ]);
    expect(stdout).not.toMatch(/^ +(?:repro|judged|1\.)/m);
    const { stdout: verbose } = await check('--verbose');
    expect(verbose).toMatch(/^ {2}judged: [\s\S]*^ +1\. [\s\S]*^ +repro {2}.* check .*no-wait\.s#0\.0'$/m);
  });
});

describe('a check as a gate', () => {
  it('excuses findings of a baseline, and has the same junit cases whatever fails', async () => {
    const file = writeTwoRecords();
    const run = async (name: string, ...options: string[]) => {
      const junit = join(folder, name);
      const check = ['check', file, '--seeds', '1', '--workers', '1', '--junit', junit, ...options];
      const { code, stdout } = await callCli([...check, '--json']);
      const xml = readFileSync(junit, 'utf8');
      const cases = Array.from(
        xml.matchAll(/<testcase (classname="[^"]*" name="[^"]*")/g),
        ([, text]) => text,
      );
      return {
        code,
        xml,
        cases,
        violations: JSON.parse(stdout).programs.flatMap((p: { violations: object[] }) => p.violations),
      };
    };
    const open = await run('open.xml');
    expect(open.code).toBe(1);
    expect(open.cases).toHaveLength(3);
    const single = join(findPackageRoot(), 'docs/examples/shaders/gfx103-image.s');
    await callCli(['check', single, '--seeds', '1', '--junit', join(folder, 'single.xml')]);
    expect(readFileSync(join(folder, 'single.xml'), 'utf8')).toContain(
      'gfx103-image_s" name="gfx10.3" time=',
    );
    expect(open.xml).toMatch(
      /name="dual_source\/navi31\/w64\/mono" time="[\d.]+"><failure type="RACE-01" message="Still outstanding[\s\S]*?error RACE-01 \w+ gfx11 dual_source[\s\S]*?reproduce: .*--only/,
    );
    const errors = open.violations.filter(({ severity }: { severity: string }) => severity === 'error');
    const baseline = join(folder, 'known.json');
    const writeBaseline = (signatures: readonly string[]): void => {
      const issue = { reason: 'an erratum', owner: 'kim', expires: '9999-12-31' };
      writeFileSync(baseline, JSON.stringify(signatures.map((signature) => ({ signature, ...issue }))));
    };
    writeBaseline(errors.map(({ signature }: { signature: string }) => signature));
    const known = await run('known.xml', '--known-issues', baseline, '--seed', '0x2');
    expect(known.code).toBe(0);
    expect(known.cases).toEqual(open.cases);
    expect(known.xml).toContain('<skipped message="known: an erratum (kim, until 9999-12-31)"/>');
    writeBaseline(['RACE-01 exec gfx10*']);
    expect((await run('other.xml', '--known-issues', baseline)).code).toBe(1);
  });
});
