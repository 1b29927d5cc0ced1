import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { hasTool } from '../support/external-tool.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';

const folder = createTempFolder();
const SCHEMA = join(findPackageRoot(), '../shared/reference/xsd/junit-10.xsd');
const CAN_VALIDATE = hasTool('xmllint', 'libxml2-utils') && existsSync(SCHEMA);

/** Asks xmllint for the values of an XPath expression, one per line. */
function query(file: string, expression: string): string[] {
  const { stdout } = spawnSync('xmllint', ['--xpath', expression, file], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => line.trim() || []);
}

describe.runIf(CAN_VALIDATE)('the junit.xml of three nights', () => {
  it('keep their cases, by which a server follows each, although one night fails', async () => {
    const nights = [['0x1'], ['0x2', '--fault', 'F43', '--max-failures', '3'], ['0x3']];
    const files: string[] = [];
    for (const [index, [seed, ...options]] of nights.entries()) {
      const out = join(folder, `night-${index}`);
      const args = ['run', 'nightly', '--test', 'rmw_buffer,empty_section', '--count', '6', '--seed', seed!];
      const { code } = await callCli([...args, ...options, '--workers', '1', '--out', out]);
      expect(code).toBe(options.length === 0 ? 0 : 1);
      files.push(join(out, 'junit.xml'));
    }
    for (const file of files)
      expect(spawnSync('xmllint', ['--noout', '--schema', SCHEMA, file], { encoding: 'utf8' }).stderr).toBe(
        `${file} validates\n`,
      );
    const [first, failed, last] = files.map((file) =>
      query(file, '//testcase/@classname | //testcase/@name'),
    );
    expect(first!.length).toBeGreaterThan(20);
    expect(failed).toEqual(first);
    expect(last).toEqual(first);
    expect(query(files[0]!, '//failure/@type')).toEqual([]);
    expect(new Set(query(files[1]!, '//failure/@type'))).toEqual(new Set(['type="ORD-06"']));
    expect(query(files[1]!, '//testcase[failure]/system-out/text()').join()).toMatch(
      /failed,seeds: 0x\w+.*replay: .*--fault F43/,
    );
  });
});

it('--fail-on ends a whole run whose warnings are not known with 3, and no other run', async () => {
  const known = join(folder, 'known.json');
  writeFileSync(
    known,
    JSON.stringify([{ rule: 'PERF-07', reason: 'a table', owner: 'kim', expires: '9999-12-31' }]),
  );
  const run = async (name: string, ...options: string[]) => {
    const args = 'run nightly --test rmw_image --chip navi31 --fault F128 --count 1 --seed 0x1 --workers 1';
    const out = join(folder, name);
    const { code, stderr } = await callCli([...args.split(' '), ...options, '--out', out]);
    return [
      code,
      /^Warning gate failed: (\S+ \S+);/m.exec(stderr)?.[1],
      readFileSync(join(out, 'junit.xml'), 'utf8'),
    ];
  };
  const [code, reason, junit] = await run('warned', '--fail-on', 'warning:PERF-07');
  expect([code, reason]).toEqual([3, expect.stringMatching(/^PERF-07 \d+$/)]);
  expect(junit).toMatch(/name="warnings"><system-out>PERF-07 \d+/);
  expect((await run('known', '--fail-on', 'warning', '--known-issues', known)).slice(0, 2)).toEqual([
    0,
    undefined,
  ]);
  expect((await run('other', '--fail-on', 'warning:PERF-04')).slice(0, 2)).toEqual([0, undefined]);
});
