import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { createValidator, readSarifSchema } from '../runs/support/json-schema.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder, createWriter } from './support/run-cli.js';

const folder = createTempFolder();
const PAGE = readFileSync(join(findPackageRoot(), 'docs', 'judging-shaders.md'), 'utf8');
const COUNTER = /^```asm\n([\s\S]*?)^```$/m.exec(PAGE)![1]!;
const validate = createValidator(readSarifSchema(), 4);

interface SarifLog {
  readonly version: string;
  readonly runs: readonly {
    readonly invocations: readonly {
      readonly executionSuccessful: boolean;
      readonly toolExecutionNotifications?: readonly { readonly message: { readonly text: string } }[];
    }[];
    readonly results: readonly {
      readonly ruleId: string;
      readonly message: { readonly text: string };
      readonly suppressions?: readonly unknown[];
      readonly partialFingerprints: Readonly<Record<string, string>>;
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string };
          readonly region?: { readonly startLine: number };
        };
      }[];
    }[];
  }[];
}

async function runCheck(files: readonly string[], ...options: string[]) {
  const { code, stdout, stderr } = await callCli([
    'check',
    ...files,
    ...'--seeds 1 --workers 1'.split(' '),
    ...options,
  ]);
  return { code, stdout, stderr };
}

const write = createWriter(folder);

describe('check --sarif', () => {
  it('prints a valid SARIF 2.1.0 log with the line of each finding', async () => {
    const shader = write('a b%.s', COUNTER.replace('; expect: RACE-01\n', ''));
    const missingFile = join(folder, 'nowhere.o');
    const { code, stdout } = await runCheck([shader, missingFile], '--sarif', '-');
    const log = JSON.parse(stdout) as SarifLog;
    expect(validate(log)).toEqual([]);
    expect(code).toBe(1);
    const [run] = log.runs;
    const race = run!.results.find(({ ruleId }) => ruleId === 'RACE-01')!;
    const exitLine = COUNTER.split('\n').findIndex((line) => line.includes('s_sendmsg'));
    expect(race.suppressions).toBeUndefined();
    expect(race.locations[0]!.physicalLocation).toMatchObject({ region: { startLine: exitLine } });
    expect(race.locations[0]!.physicalLocation.artifactLocation.uri).toMatch(/^file:.*\/a%20b%25\.s$/);
    const [invocation] = run!.invocations;
    expect(invocation!.executionSuccessful).toBe(false);
    expect(invocation!.toolExecutionNotifications![0]!.message.text).toContain('no such file');
  });

  it('writes a file in addition to its usual output, and suppresses findings that a shader expects', async () => {
    const matching = write('matching.s', COUNTER);
    const other = write('other.s', COUNTER.replace('RACE-01', 'PROTO-11'));
    const file = join(folder, 'check.sarif');
    const { code, stdout } = await runCheck([matching, other], '--sarif', file);
    expect(code).toBe(1);
    expect(stdout).toContain('PASS');
    const log = JSON.parse(readFileSync(file, 'utf8')) as SarifLog;
    expect(validate(log)).toEqual([]);
    const getResults = (name: string) =>
      log.runs[0]!.results.filter(({ locations }) =>
        locations[0]!.physicalLocation.artifactLocation.uri.endsWith(name),
      );
    expect(getResults('matching.s').every(({ suppressions }) => suppressions?.length === 1)).toBe(true);
    const messages = getResults('other.s').map(({ message: { text } }) => text);
    expect(messages).toContain('PROTO-11 is expected by the source but did not fire.');
    expect(getResults('other.s').some(({ suppressions }) => suppressions === undefined)).toBe(true);
  });

  it('gives a defect the same fingerprint for different seeds', async () => {
    const shader = write('same.s', COUNTER.replace('; expect: RACE-01\n', ''));
    const getFingerprints = async (seed: string) => {
      const { stdout } = await runCheck([shader], '--sarif', '-', '--seed', seed);
      const { results } = (JSON.parse(stdout) as SarifLog).runs[0]!;
      return results.filter(({ ruleId }) => ruleId === 'RACE-01').map((result) => result.partialFingerprints);
    };
    expect((await getFingerprints('0x1'))[0]).toEqual((await getFingerprints('0x2'))[0]);
  });
});

it('the schema rejects values that SARIF does not define', () => {
  const [issue] = validate({
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'x' } }, results: [{ level: 'bad', message: { text: 'x' } }] }],
  });
  expect(issue).toContain('level');
});
