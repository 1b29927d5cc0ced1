import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeScenario, scenarioToJson } from '../../transactions/index.js';
import { callCli } from './support/call-cli.js';
import { splitShellWords } from './support/doc-commands.js';
import { createTempFolder, runCli } from './support/run-cli.js';

const folder = createTempFolder();
const OUT = join(folder, 'out/one');
/** Starting a second worker would take longer than running these few tests. */
const RUN = ['run', '--workers', '1'];
/** The folder of the single failure from a run with an injected fault. */
let failure = '';
let stored: { violations: { rule: string; cycle: number }[] };
let test = '';

beforeAll(async () => {
  const { stdout } = await callCli([...RUN, '--seed', '0x7', '--fault', 'F46', '--json', '--out', OUT]);
  test = JSON.parse(stdout).buckets[0].first;
  const [bucket] = readdirSync(join(OUT, 'failures'));
  failure = join(OUT, 'failures', bucket!, test);
  stored = JSON.parse(readFileSync(join(failure, 'violations.json'), 'utf8'));
});

/** Replays with `--json`. Returns the exit code, stderr and the document. */
async function replay(...args: string[]) {
  const { code, stdout, stderr } = await callCli(['replay', ...args, '--json']);
  return { code, stderr, document: JSON.parse(stdout) };
}

describe('replay reproduces the violations of the run at the same cycles', () => {
  it('from a failure folder', async () => {
    const { code, document } = await replay(failure);
    expect(code).toBe(1);
    expect(document.violations).toEqual(stored.violations);
    expect(document.repeatable).toBe(true);
  });

  it('with --why, which also explains the failure', async () => {
    const { code, document } = await replay(failure, '--why');
    const { curve, nearestPass } = document.why;
    expect([code, document.why.signature]).toEqual([1, document.signature]);
    expect(curve.at(-1)).toMatchObject({ share: 1 });
    expect(nearestPass).toBeNull();
  });

  it('from a scenario file in JSON', async () => {
    const scenario = decodeScenario(readFileSync(join(failure, 'scenario.msgpack')), 'stored');
    const file = join(folder, 'scenario.json');
    writeFileSync(file, scenarioToJson(scenario));
    expect((await replay(file)).document.violations).toEqual(stored.violations);
  });

  it('from the run directory and the test id', async () => {
    expect((await replay(`${OUT}#${test}`)).document.violations).toEqual(stored.violations);
  });
});

describe('replay of a passing test', () => {
  it('regenerates the test from the run directory, and lists the available tests if it is unknown', async () => {
    const out = join(folder, 'out/few');
    const fewTests = ['--seed', '0x7', '--count', '5', '--test', 'empty_*', '--set', 'idWrap=63'];
    await callCli([...RUN, ...fewTests, '--out', out]);
    const { code: passed, document } = await replay(`${out}#empty_section.4`);
    expect([passed, document.test]).toEqual([0, 'empty_section']);
    expect(document.repro).toContain('--set idWrap=63');
    const getReplayError = async (id: string) => {
      const { code, stderr } = await callCli(['replay', `${out}#${id}`]);
      return { code, stderr: stderr.trimEnd() };
    };
    const start = `No test "empty_section.5" in run ${out}, which has 5 tests from empty_section`;
    expect(await getReplayError('empty_section.5')).toEqual({
      code: 2,
      stderr: `${start}: empty_section.0 to empty_section.4`,
    });
    expect((await getReplayError('or_bits.0')).stderr).toMatch(/, which has 0 tests from or_bits$/);
  });

  it('uses full-run test numbers for shards and reruns', async () => {
    const part = join(folder, 'out/part');
    const selection = ['--seed', '0x7', '--count', '6', '--test', 'empty_section'];
    await callCli([...RUN, ...selection, '--shard', '2/2', '--out', part]);
    expect((await replay(`${part}#empty_section.3`)).code).toBe(0);
    expect((await callCli(['replay', `${part}#empty_section.2`])).stderr).toContain(
      'empty_section.3 to empty_section.5',
    );
    const repeated = join(folder, 'out/repeated');
    await callCli([...RUN, '--rerun', part, '--out', repeated]);
    expect((await replay(`${repeated}#empty_section.5`)).code).toBe(0);
  });
});

describe('a trace', () => {
  /** Reads the records after the first one, which holds the scenario. */
  const readRecords = (file: string): { kind: string; cycle: number; wave?: number }[] => {
    const [head, ...trace] = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(head.kind).toBe('scenario');
    return trace;
  };

  it('contains the scenario and every transaction in cycle order', async () => {
    const { stderr, document } = await replay(failure, '--trace', 'jsonl');
    const trace = readRecords(document.traces[0]);
    expect(stderr).toContain(`${trace.length} transactions in`);
    expect(trace.map(({ cycle }) => cycle)).toEqual(trace.map(({ cycle }) => cycle).sort((a, b) => a - b));
    expect(new Set(trace.map(({ kind }) => kind)).size).toBeGreaterThan(10);
  });

  it('can be limited to specific waves and stops at a rule violation', async () => {
    const { rule, cycle } = stored.violations[0]!;
    const { document } = await replay(failure, '--trace', 'jsonl', '--waves', '0,1', '--break-on', rule);
    const trace = readRecords(document.traces[0]);
    expect(trace.at(-1)!.cycle).toBeLessThanOrEqual(cycle);
    expect(new Set(trace.map(({ wave }) => wave))).toEqual(new Set([undefined, 0, 1]));
  });

  it('is not written for a wave that does not exist', async () => {
    const before = readdirSync(failure);
    const { code, stderr } = await callCli(['replay', failure, '--trace', 'jsonl', '--waves', '0,987654']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^Unknown wave 987654: not in the replay; .*\n$/),
    ]);
    expect(readdirSync(failure)).toEqual(before);
  });
});

describe('a replay with changes', () => {
  it('prints a repro line with the same changes', async () => {
    const options = ['--set', 'storeLatency=300..2000', '--strategy', 'pct:3:0x9'];
    const { document } = await replay(failure, ...options);
    expect(document.repro).toMatch(/ --set storeLatency=300\.\.2000 --strategy pct:3:0x9$/);
    const args = splitShellWords(document.repro.replace('npx --no-install pops-tb ', ''));
    const repeated = JSON.parse((await callCli([...args, '--json'])).stdout);
    expect(repeated.violations).toEqual(document.violations);
  });

  it('stops after the specified cycle, and neither fails nor passes if no rule has been violated', async () => {
    const first = stored.violations[0]!.cycle;
    const { code, document } = await replay(failure, '--until', String(Math.min(100, first - 1)));
    expect(code).toBe(3);
    expect(document).toMatchObject({
      verdict: 'inconclusive',
      signature: null,
      inconclusive: true,
      violations: [],
    });
    const { stdout } = await callCli(['replay', failure, '--until', '1']);
    expect(stdout).toMatch(/^INCONCLUSIVE {2}stopped after cycle 1 with no violations$/m);
  });

  it('makes different choices with a different strategy', async () => {
    const recorded = (await replay(failure)).document;
    const other = (await replay(failure, '--strategy', 'random:0x99')).document;
    const pct = (await replay(failure, '--strategy', 'pct:3')).document;
    expect(new Set([recorded.cycles, other.cycles, pct.cycles]).size).toBe(3);
  });

  it('injects a fault into a stored scenario', async () => {
    const scenario = decodeScenario(readFileSync(join(failure, 'scenario.msgpack')), 'stored');
    const file = join(folder, 'clean.json');
    writeFileSync(file, scenarioToJson({ ...scenario, faults: [] }));
    expect((await replay(file, '--fault', 'F46')).document.violations).toEqual(stored.violations);
  });

  it('names the stored scenario if the generator or knobs have changed', async () => {
    const line = readFileSync(join(failure, 'repro.txt'), 'utf8');
    const name = /'([^']+)'/.exec(line)![1]!;
    const { code, stderr } = await callCli(['replay', name, '--set', 'idWrap=63', '--fault', 'F46']);
    expect(code).toBe(2);
    expect(stderr).toContain('replay the scenario.msgpack in the failures folder of its run');
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  it('rejects a run directory if no test id is given', async () => {
    mkdirSync(join(folder, 'other'), { recursive: true });
    const { code, stderr } = await callCli(['replay', OUT]);
    expect(code).toBe(2);
    expect(stderr).toContain(`"${OUT}#TEST_ID" refers to a test in this run`);
  });
});

it('the text output of a replay shows the rule, the steps, the repro command and the hint', async () => {
  const { stdout } = await callCli(['replay', failure]);
  const expected = [
    'ORD-',
    '  where ',
    'at cycle',
    '  allowed ',
    '  observed ',
    '  repro ',
    '  hint ',
    'FAIL ',
  ];
  const positions = expected.map((text) => stdout.indexOf(text));
  expect(positions).not.toContain(-1);
  expect(positions).toEqual([...positions].sort((a, b) => a - b));
});

it('replay finds the suite file of a test from a subfolder', async () => {
  const tests = [{ sequence: 'rmw_buffer' }];
  writeFileSync(join(folder, 'replayed.json'), JSON.stringify({ count: 1, tests }));
  const inner = join(folder, 'a', 'b');
  mkdirSync(inner, { recursive: true });
  const { code, stderr } = await runCli(['replay', 'replayed.json:rmw_buffer@0x1'], inner);
  expect(code, stderr).toBe(0);
});
