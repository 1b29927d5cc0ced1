import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { resultsDocumentSchema } from '../../../runs/text/results-schema.js';
import { callCli } from '../../cli/support/call-cli.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { createValidator } from '../support/json-schema.js';

const PAGE = 'docs/results.schema.json';
const folder = createTempFolder();
const directory = join(folder, 'run');
let printedDocument: Record<string, unknown>;
const readResults = () => JSON.parse(readFileSync(join(directory, 'results.json'), 'utf8'));

beforeAll(async () => {
  const args = 'run --seed 0x2 --count 5 --fault F14 --max-failures 99 --workers 1'.split(' ');
  const { stdout } = await callCli([...args, '--workers', '1', '--out', directory, '--json']);
  printedDocument = JSON.parse(stdout);
});

it('the schema describes every field of results.json, and is packaged', () => {
  const document = readResults();
  // Parsing would drop a field that is missing from the schema.
  expect(resultsDocumentSchema.parse(document)).toEqual(document);
  const file = createRequire(import.meta.url).resolve('pops-testbench/results.schema.json');
  expect(file).toBe(join(findPackageRoot(), PAGE));
  const validate = createValidator(JSON.parse(readFileSync(file, 'utf8')), 7);
  expect(validate(document)).toEqual([]);
  expect(validate({ ...document, version: 2 })).not.toEqual([]);
  expect(validate({ ...document, later: true })).toEqual([]);
  expect(validate({ ...document, tests: [{ ...document.tests[0], verdict: 'fine' }] })).not.toEqual([]);
});

it('results.json contains the run document that "run --json" and "report --json" print', async () => {
  expect(readResults().run).toEqual(printedDocument);
  const { stdout } = await callCli(['report', directory, '--json']);
  const { pages, ...document } = JSON.parse(stdout);
  expect(document).toEqual(printedDocument);
  expect(pages).toEqual([join(directory, 'index.html')]);
});

it('results.json lists each test once, with its seed, verdict, rule counts and time', async () => {
  const { tests, run } = readResults();
  const dryRunArgs = ['run', '--seed', '0x2', '--count', '5', '--fault', 'F14', '--dry-run', '--json'];
  const planned = JSON.parse((await callCli(dryRunArgs)).stdout).tests;
  expect(tests.map(({ test, seed }: Record<string, string>) => ({ test, seed }))).toEqual(planned);
  const failed = tests.filter(({ verdict }: Record<string, string>) => verdict === 'failed');
  expect(failed).toHaveLength(run.failed);
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.length).toBeLessThan(5);
  for (const { verdict, rules, seconds, signature } of tests) {
    expect(rules.armed).toBeGreaterThan(10);
    if (verdict === 'failed') expect(rules.fired).toBeGreaterThan(0);
    expect(signature !== undefined).toBe(verdict === 'failed');
    expect(seconds).toBeGreaterThanOrEqual(0);
    expect(seconds).toBeLessThan(run.seconds);
  }
});

it('results.json records the peak memory of the process and of its largest worker, as does the report', () => {
  const {
    run: { memory },
    tests,
  } = readResults();
  expect(memory.workerBytes).toBeGreaterThan(2 ** 20);
  expect(memory.processBytes).toBeGreaterThan(memory.workerBytes);
  expect(tests.map(({ test }: Record<string, string>) => test)).toContain(memory.workerTest);
  expect(readFileSync(join(directory, 'report.md'), 'utf8')).toMatch(
    /memory: [\d,]+ MiB at peak; largest worker [\d,]+ MiB/,
  );
});
