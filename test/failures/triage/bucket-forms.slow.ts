import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createEmptyCoverage } from '../../../coverage/index.js';
import { getViolationKind, withTriageFindings } from '../../../failures/triage/bucket-forms.js';
import { triage } from '../../../failures/triage/triage.js';
import { describeFindings } from '../../../failures/why/why-text.js';
import { getFailureFolder } from '../../../harness/basics/run-files.js';
import { readSeed } from '../../../harness/basics/seeds.js';
import { findChangedFiles } from '../../../harness/run-directory/logged-files.js';
import type { RunReport } from '../../../harness/run-directory/run-request.js';
import { Tally } from '../../../harness/run-directory/tally.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { escapeMarkup } from '../../../harness/text/xml.js';
import { makeEmptyResult } from '../../../harness/workers/batch-result.js';
import { DEFAULT_LIMITS } from '../../../harness/workers/pool.js';
import { renderFailures } from '../../../runs/page/sections/failures.js';
import { summariseRun } from '../../../runs/text/run-summary.js';
import { encodeScenario, type FaultId, type Scenario, scenarioToJson } from '../../../transactions/index.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { writeRun } from '../../harness/support/stored-run.js';
import { drawTest } from '../../support/drawn-test.js';

const SIGNATURE = 'ORD-06 spi gfx10.3 empty_section';
const folder = createTempFolder();

/** Generates a scenario with the given fault. With this seed, both faults used below produce the same signature. */
function makeFailingScenario(fault: FaultId): Scenario {
  return drawTest('empty_section', '0xa', { chips: ['navi21'], faults: [fault] });
}

/** Makes a report for the run in `outDir`, with a single bucket of `count` failures. */
function makeReport(outDir: string, count: number, rule = 'ORD-06'): RunReport {
  const tally = new Tally();
  const failures = Array.from({ length: count }, (_, index) => ({
    test: { sequence: 'empty_section', index, seed: `0x${index}` },
    outcome: 'failed' as const,
    signature: SIGNATURE,
    rule,
    waves: 5,
    summary: 'seen',
  }));
  tally.add(
    {
      ...makeEmptyResult(0),
      outcomes: new Uint8Array(count).fill(1),
      chips: new Uint8Array(count),
      failures,
    },
    ({ test }) => `repro of ${test.index}`,
  );
  const request = {
    runId: 'forms',
    suite: 'smoke',
    seed: readSeed('0x1'),
    overrides: NO_OVERRIDES,
    count,
    first: [],
    knownIssues: [],
    limits: DEFAULT_LIMITS,
    workers: 1,
    outDir,
  };
  return { request, tally, coverage: createEmptyCoverage(), end: 'count', seconds: 1, kept: 0 };
}

function storeFile(outDir: string, index: number, file: string, content: string | Uint8Array): void {
  const path = join(outDir, getFailureFolder(SIGNATURE, `empty_section.${index}`));
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, file), content);
}

it.each([
  [
    'Still outstanding: 1 ordered access (counter vm); the oldest is a load at pc 0x1c (s_load).',
    'Still outstanding: 3 ordered accesses (counter lgkm); the oldest is a store at pc 0x4 (ds_write).',
  ],
  ['Quads 0 and 1 of wave 7 share pixel (4, 2).', 'Quads 2 and 3 of wave 1 share sample 2 of pixel (0, 0).'],
  ['wave 1 (packer 0 id 1) waits.', 'wave 12 (packer 1 id 3) waits.'],
])(
  'treats observations that differ only in numbers, accesses and shading rate as the same kind: %s',
  (first, second) => {
    expect(getViolationKind({ rule: 'RACE-01', observed: first })).toBe(
      getViolationKind({ rule: 'RACE-01', observed: second }),
    );
    expect(getViolationKind({ rule: 'RACE-01', observed: first })).not.toBe(
      getViolationKind({ rule: 'ORD-01', observed: first }),
    );
  },
);

it('shrinks and explains stored failures within a budget, distinguishing two faults with the same signature', async () => {
  const outDir = join(folder, 'stored');
  writeRun(folder, 'stored', { day: 1, tests: 2, failures: {}, end: 'count', seconds: 1 });
  for (const [index, fault] of (['F46', 'F01'] as const).entries()) {
    storeFile(outDir, index, 'scenario.msgpack', encodeScenario(makeFailingScenario(fault)));
    storeFile(outDir, index, 'violations.json', '{"violations": []}');
  }
  const report = makeReport(outDir, 2);
  await triage(report, { budgetMs: 0 });
  expect(withTriageFindings(report).shrunk!.size).toBe(0);
  await triage(report, { budgetMs: Infinity });
  const triagedReport = withTriageFindings(report);
  const [firstKinds, secondKinds] = triagedReport.kinds!.map(({ kinds }) => kinds);
  expect(firstKinds).toEqual([expect.stringMatching(/^ORD-06: Id N becomes visible/)]);
  expect(secondKinds!.filter((kind) => firstKinds!.includes(kind))).toEqual([]);
  const explanations = [0, 1].map((index) =>
    readFileSync(join(outDir, getFailureFolder(SIGNATURE, `empty_section.${index}`), 'why.json'), 'utf8'),
  );
  expect(explanations.map((text) => JSON.parse(text).signature)).toEqual(
    [0, 1].map(() => expect.stringContaining(SIGNATURE)),
  );
  const shrunk = withTriageFindings(report).shrunk!.get(SIGNATURE)!;
  const { signature, curve } = JSON.parse(readFileSync(join(dirname(shrunk.file), 'why.json'), 'utf8'));
  expect(shrunk.why).toMatchObject({ signature, curve });
  const { html } = renderFailures(
    summariseRun({ ...report, shrunk: new Map([[SIGNATURE, { ...shrunk, viewer: 'failures/a b.html' }]]) })
      .groups,
    [],
    undefined,
  );
  expect(html).toContain('href="./failures/a%20b.html"');
  expect(html).toContain(escapeMarkup(describeFindings(shrunk.why!)[0]!.text));
  // The log contains the hash of every file that triage wrote.
  expect(findChangedFiles(outDir)).toEqual([]);
  const formFolder = dirname(shrunk.file);
  const writtenFiles = ['why.json', 'shrunk.json'].map((name) => join(formFolder, name));
  for (const file of [...writtenFiles, join(outDir, 'triage.json')]) appendFileSync(file, '\n');
  expect(findChangedFiles(outDir).map(({ file }) => file)).toEqual(
    expect.arrayContaining([...writtenFiles, join(outDir, 'triage.json')]),
  );
  const changedReport = withTriageFindings(report);
  expect([changedReport.kinds, changedReport.shrunk!.get(SIGNATURE)?.file]).toEqual([
    [],
    expect.not.stringContaining(formFolder),
  ]);
});

it('does not shrink a test in which the testbench itself failed, because it would only fail again', async () => {
  const outDir = join(folder, 'error');
  storeFile(outDir, 0, 'scenario.msgpack', encodeScenario(makeFailingScenario('F46')));
  storeFile(outDir, 0, 'violations.json', '{"violations": []}');
  await triage(makeReport(outDir, 1, 'error'), { budgetMs: Infinity });
  expect(existsSync(join(outDir, getFailureFolder(SIGNATURE, 'empty_section.0'), 'shrunk.json'))).toBe(false);
});

it.each(['{"kinds": [{"signature": "a", "test": "../../a", "kinds": []}]}', '{"kinds": 7'])(
  'ignores kinds of violation in a file that triage did not write: %s',
  (text) => {
    const outDir = join(folder, `damaged-${text.length}`);
    mkdirSync(outDir);
    writeFileSync(join(outDir, 'triage.json'), text);
    expect(withTriageFindings(makeReport(outDir, 1)).kinds).toEqual([]);
  },
);

it.each(['{', '{"signature": "a", "curve": [{"choice": 1, "share": 7}]}', '[]'])(
  'ignores the explanation in a corrupt file: %s',
  (text) => {
    const outDir = join(folder, `why-${text.length}`);
    storeFile(outDir, 0, 'shrunk.json', scenarioToJson(makeFailingScenario('F46')));
    storeFile(outDir, 0, 'why.json', text);
    expect(withTriageFindings(makeReport(outDir, 1)).shrunk!.get(SIGNATURE)).not.toHaveProperty('why');
  },
);
