import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { encode } from '@msgpack/msgpack';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { checkTrace } from '../../../intake/check-trace/check-trace.js';
import type { FaultId, KnobValues, Scenario, Transaction } from '../../../transactions/index.js';
import { scenarioLine, scenarioToJson, transactionLine } from '../../../transactions/index.js';
import { createTempFolder, createWriter } from '../../cli/support/run-cli.js';
import { drawTest } from '../../support/drawn-test.js';

const CLI = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

const folder = createTempFolder();

/** Runs a test live, and returns its scenario, its verdict, and its transactions as trace lines. */
function runLive(
  name: string,
  faults: readonly FaultId[] = [],
  knobs: Partial<KnobValues> = { waveSlots: 16 },
) {
  const scenario = drawTest(name, '0x5', { chips: ['vega20'], knobs, faults });
  const lines: string[] = [];
  const { verdict } = runScenarioTest(scenario, { sink: (t: Transaction) => lines.push(transactionLine(t)) });
  return { scenario, verdict, lines };
}

const save = createWriter(folder);

const clean = runLive('empty_section');
const faulty = runLive('rmw_buffer', ['F102']);
const toTrace = ({ scenario, lines }: { scenario: Scenario; lines: readonly string[] }): string =>
  scenarioLine(scenario) + lines.join('');

describe('a trace written by the model', () => {
  it('gets the same verdict as the live run, with or without violations', async () => {
    const passed = await checkTrace(save('clean.jsonl', toTrace(clean)));
    expect(passed).toMatchObject({ verdict: 'pass', violations: [], unchecked: [] });
    expect(passed.transactions).toBe(clean.lines.length);
    const failed = await checkTrace(save('faulty.jsonl', toTrace(faulty)));
    expect(failed.verdict).toBe('fail');
    expect(failed.violations).toEqual(faulty.verdict.violations);
    expect(failed.violations.length).toBeGreaterThan(0);
  });

  it('gets the same verdict in MessagePack, with its scenario in a separate file', async () => {
    const records = faulty.lines.map((line) => Buffer.from(encode(JSON.parse(line))));
    const trace = save('faulty.msgpack', Buffer.concat(records));
    const { verdict, violations } = await checkTrace(trace, save('s.json', scenarioToJson(faulty.scenario)));
    expect({ verdict, violations }).toEqual({ verdict: 'fail', violations: faulty.verdict.violations });
  });

  it.each(['/dev/stdin', '-'])(
    'gets the same verdict from a pipe (%s) as from a file, in either format',
    async (name) => {
      const { verdict, transactions } = await checkTrace(save('piped.jsonl', toTrace(clean)));
      const packed = toTrace(clean)
        .trim()
        .split('\n')
        .map((line) => Buffer.from(encode(JSON.parse(line))));
      for (const content of [toTrace(clean), Buffer.concat(packed)]) {
        const file = save('piped', content);
        const output = execFileSync('bash', [
          '-c',
          `cat "${file}" | "${process.execPath}" "${CLI}" check-trace ${name} --json`,
        ]);
        expect(JSON.parse(output.toString())).toMatchObject({ verdict, transactions });
      }
    },
  );

  it('is rejected immediately when it is a FIFO, because opening it would block until a writer appears', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    await expect(checkTrace(pipe)).rejects.toThrow(
      /^Cannot read trace .*pipe: it is a FIFO; expected a regular file/,
    );
  });

  it.each([
    ['section-exit', 'ORD-06'],
    ['message-sent', 'PROTO-01'],
    ['sx-alloc', 'EXP-04'],
    ['wait-done', 'RACE-02'],
    ['wave-ended', 'HANG-01'],
    ['memory-performed', 'RACE-02'],
  ])('passes without any %s, and lists the rule that needs it as unchecked', async (kind, rule) => {
    const rest = clean.lines.filter((line) => !line.includes(`"kind":"${kind}"`));
    const { verdict, violations, unchecked } = await checkTrace(
      save(`${kind}.jsonl`, scenarioLine(clean.scenario) + rest.join('')),
    );
    expect({ verdict, violations }).toEqual({ verdict: 'pass', violations: [] });
    expect(unchecked).toContainEqual({ rule, missing: kind });
  });
});

describe('a trace from a device that launches a wave twice', () => {
  it.each(['first', 'last'] as const)('violates LAUNCH-07 in the %s wave', async (position) => {
    const launches = clean.lines.filter((line) => line.includes('"kind":"wave-launched"'));
    const launch = launches.at(position === 'first' ? 0 : -1)!;
    const lines = clean.lines.flatMap((line) => (line === launch ? [line, line] : [line]));
    const trace = save(`twice-${position}.jsonl`, scenarioLine(clean.scenario) + lines.join(''));
    const { verdict, violations } = await checkTrace(trace);
    expect(verdict).toBe('fail');
    const { observed, place } = violations.find(({ rule }) => rule === 'LAUNCH-07')!;
    expect(place.wave).toBe(JSON.parse(launch).wave);
    expect(observed).toMatch(/starts again\.$/);
  });
});

it("checks a device's timeouts only if the scenario specifies them", async () => {
  const earlyTimeout = runLive('primitive_kinds', [], { formationTimeout: 1 });
  const checkRules = async (name: string, freedoms: Partial<KnobValues>) => {
    const scenario = save(`${name}.json`, JSON.stringify({ ...earlyTimeout.scenario, freedoms }));
    const { violations } = await checkTrace(save(name, earlyTimeout.lines.join('')), scenario);
    return violations.map(({ rule }) => rule);
  };
  const { formationTimeout: _, ...unspecified } = earlyTimeout.scenario.freedoms;
  expect(await checkRules('early-timeout-unspecified.jsonl', unspecified)).not.toContain('LAUNCH-11');
  expect(
    await checkRules('early-timeout-specified.jsonl', { ...unspecified, formationTimeout: 4096 }),
  ).toContain('LAUNCH-11');
});

it('accepts a stored scenario with more packers than its chip has', async () => {
  const scenario = { ...clean.scenario, freedoms: { ...clean.scenario.freedoms, packers: 4 } };
  const moved = clean.lines.map((line) => line.replace(/"packer":\d+/, '"packer":3'));
  const { verdict } = await checkTrace(save('packers.jsonl', scenarioLine(scenario) + moved.join('')));
  expect(verdict).toBe('fail');
});

describe('an invalid trace', () => {
  const scenario = scenarioLine(clean.scenario);
  const launch = clean.lines.find((line) => line.includes('"wave-launched"'))!;
  const access = clean.lines.find((line) => line.includes('"memory-issued"'))!;
  const performed = clean.lines.find(
    (line) => line.includes('"memory-performed"') && JSON.parse(line).access === JSON.parse(access).access,
  )!;
  const formation = clean.lines.find((line) => line.includes('"wave-formed"'))!;
  it.each([
    ['no scenario', clean.lines[0]!, /^Missing scenario in .*line 1: start the trace with/],
    ['an empty file', '', /^Missing scenario in trace/],
    ['no transaction', scenario, /^Cannot check trace .*: it has no transactions$/],
    [
      'a byte-order mark',
      `\ufeff${scenario}`,
      /starts with a UTF-8 byte-order mark; expected JSON Lines in UTF-8 without a byte-order mark, or MessagePack$/,
    ],
    [
      'UTF-16',
      Buffer.from(`\ufeff${scenario}`, 'utf16le'),
      /^Invalid trace .*: it seems to be UTF-16; expected/,
    ],
    [
      'gzip',
      gzipSync(scenario),
      /^Invalid trace .*: it seems to be compressed with gzip; expected JSON Lines/,
    ],
    ['malformed JSON', `${scenario}{"kind":\n`, /^Invalid .*line 2: malformed JSON/],
    [
      'JSON that ends within a record',
      `${scenario}{"kind":`,
      /line 2: the file ends within a record, or has malformed/,
    ],
    [
      'MessagePack that ends within a record',
      Buffer.concat([encode(JSON.parse(scenario)), encode(JSON.parse(launch)).subarray(0, -1)]),
      /^Invalid trace .*: its last record is truncated$/,
    ],
    ['unrecognised bytes', Uint8Array.of(0xc1, 0xff), /^Invalid trace .*neither JSON Lines nor MessagePack/],
    [
      'cycles that go backwards',
      `${scenario}{"kind":"draw-begin","cycle":5,"draw":0}\n{"kind":"draw-end","cycle":4,"draw":0}`,
      /line 3: cycle is 4 after 5; cycles must not decrease$/,
    ],
    [
      'a draw that does not exist',
      `${scenario}{"kind":"draw-begin","cycle":0,"draw":99}`,
      /draw is 99; expected less than/,
    ],
    [
      'a list shorter than its declared count',
      `${scenario}{"kind":"overlap","cycle":7,"wave":6,"overlapped":[4],"count":4294967296,"exact":false}`,
      /line 2: overlapped has length 1; expected 4294967296, the value of count$/,
    ],
    [
      'fewer initial values than registers',
      scenario +
        launch.replace(/"sgprs":\[[^\]]*\]/, '"sgprs":[7]').replace(/"sgprCount":\d+/, '"sgprCount":9'),
      /line 2: sgprs has length 1; expected 1 for each of 9 registers, or an empty list$/,
    ],
    [
      'an active lane without an address',
      scenario +
        access
          .replace(/"addresses":\[[^\]]*\]/, '"addresses":[4096]')
          .replace(/"lanesLo":-?\d+/, '"lanesLo":5'),
      /line 2: addresses has length 1; expected at least \d+ to cover every active lane$/,
    ],
    [
      'data that ends before its last lane',
      scenario + access + performed.replace(/"data":\[[^\]]*\]/, '"data":[7]'),
      /line 3: data has length 1; expected at least \d+ to cover every lane of access \d+, or an empty list$/,
    ],
    [
      'a wave number used twice',
      scenario + formation + formation,
      /line 3: wave is \d+, which has already been formed; expected a new number$/,
    ],
    [
      'a trace limited to some waves',
      scenarioLine(clean.scenario, { waves: [3, 4] }),
      /^Cannot check .*it covers only waves 3,4/,
    ],
    [
      'a trace limited to a cycle range',
      scenarioLine(clean.scenario, { cycles: [5, 9] }),
      /^Cannot check .*it covers only cycles 5,9/,
    ],
    [
      'an unknown wait cause',
      `${scenario}{"kind":"quiesced","cycle":1,"waiting":[{"unit":"wave","index":0,"pc":0,"cause":{"on":"luck"}}]}`,
      /line 2: waiting\[0\]\.cause\.on is "luck"; expected one of exiting-id, /,
    ],
    ['an invalid scenario', '{"kind":"scenario","scenario":{"format":1}}', /^Invalid scenario .*line 1/],
  ])('is reported with a one-line error: %s', async (name, content, message) => {
    const file = save(`${name}.trace`, content);
    await expect(checkTrace(file)).rejects.toThrow(message);
    await expect(checkTrace(file)).rejects.toMatchObject({ name: 'UsageError' });
  });
});
