import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { decodeScenario } from '../../../transactions/index.js';

/** A scenario with latency choices within the knobs' ranges that make three exit messages arrive in one cycle. */
const FILE = join(import.meta.dirname, 'data/timed-f239.json');

it("reproduces F239 within the knobs' ranges, although random runs do not find it there", () => {
  const scenario = decodeScenario(readFileSync(FILE), FILE);
  const findRules = (faults: typeof scenario.faults): string[] =>
    runScenarioTest({ ...scenario, faults }).verdict.violations.map(({ rule }) => rule);
  expect([scenario.schedule.strategy, scenario.faults]).toEqual(['replay', ['F239']]);
  expect(findRules(['F239'])).toEqual(['HANG-01']);
  expect(findRules([])).toEqual([]);
});
