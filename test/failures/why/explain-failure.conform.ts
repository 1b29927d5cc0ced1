import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeSchedule } from '../../../failures/why/choice-words.js';
import { explainFailure, explainWithinBudget } from '../../../failures/why/explain-failure.js';
import { runRecorded } from '../../../failures/why/failing-run.js';
import {
  formatExplanation,
  saveExplanation,
  storeExplanation,
  toTexts,
} from '../../../failures/why/why-text.js';
import { runScenarioTest, type TestResult } from '../../../harness/one-test/run-test.js';
import { makeColours } from '../../../harness/text/colours.js';
import type { Explanation } from '../../../harness/triage-findings/explanation.js';
import { drawTest } from '../../support/drawn-test.js';

let failingTest: TestResult;
let explanation: Explanation;

// F48 loses an exit if two messages arrive in the same cycle, so the latency of the second one is decisive.
beforeAll(() => {
  const knobs = { messageLatency: [2, 6] as const };
  const scenario = drawTest('rmw_buffer', '0x17', { chips: ['navi21'], knobs, faults: ['F48'] });
  failingTest = runScenarioTest(scenario, { record: true });
  explanation = explainFailure(failingTest, { work: 0 });
});

it('searches as long for triage as for replay --why, which names the same choices', () => {
  let runs = 0;
  expect(explainWithinBudget(failingTest.scenario, () => ++runs > 200)).toBeUndefined();
});

it('leaves the passing run of a stored explanation alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pops-why-'));
  const save = (runs: number) =>
    saveExplanation(folder, { ...explanation, runs }).document.why.nearestPass!.file;
  try {
    storeExplanation(folder, toTexts(explanation));
    const stored = join(folder, 'nearest-pass.json');
    expect([save(explanation.runs), save(1)]).toEqual([stored, join(folder, 'nearest-pass-2.json')]);
    expect(readFileSync(stored, 'utf8')).toBe(toTexts(explanation).nearestPass);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('the explanation of a failure caused by two messages in one cycle', () => {
  it('has a curve that rises from rare failures to certain failure', () => {
    expect(explanation.signature).toBe(failingTest.finding!.signature);
    expect(explanation.curve[0]).toMatchObject({ choice: 0 });
    expect(explanation.curve[0]!.share).toBeLessThan(0.2);
    expect(explanation.curve.at(-1)).toMatchObject({ choice: failingTest.run.choices!.length, share: 1 });
  });

  it('finds that the last decisive choice is made while the messages are in flight', () => {
    const { choice, cycle } = explanation.decisive.at(-1)!;
    expect(choice).toBeGreaterThan(0.8 * explanation.choices);
    expect(cycle).toBeGreaterThan(3600);
  });

  it("includes a passing run that first differs in a message's latency", () => {
    const { nearestPass } = explanation;
    const passingTest = runScenarioTest(nearestPass!.scenario, { record: true });
    const firstDifference = passingTest.run.choices!.findIndex(
      (choice, index) => choice !== failingTest.run.choices![index],
    );
    expect(passingTest.finding).toBeUndefined();
    expect(firstDifference + 1).toBe(nearestPass!.choice);
    expect(nearestPass!.text).toMatch(
      /^the exit message of wave \d+ takes \d cycles \(range 2 to 6\), whereas in the failing run the exit message/,
    );
    expect(nearestPass!.event).toMatch(/ at cycle \d+, whereas in the failing run .* happens at cycle \d+$/);
  });

  it("names another wave's event that coincides with the end of a delay", () => {
    const { choices } = runRecorded(failingTest.scenario, {});
    const decisions = choices.flatMap(({ decision }) => decision ?? []);
    const sentences = describeSchedule({
      ...failingTest.scenario,
      schedule: { strategy: 'decisions', decisions },
    });
    const delayUntilExit =
      /^cycle (\d+): the exit message of wave (\d+) takes (\d) cycles \(range 2 to 6\) and so ends in the same cycle as the arrival of wave (\d+)'s exit$/;
    const [, cycle, wave, cycles, other] = sentences.flatMap((text) => delayUntilExit.exec(text) ?? []);
    const end = Number(cycle) + Number(cycles);
    const tie = choices.find((choice) => choice.cycle === end && choice.point === 'EVENT_ORDER');
    expect(tie?.events?.map((event) => event.wave)).toEqual(
      expect.arrayContaining([Number(wave), Number(other)]),
    );
  });

  it('fits in 80 columns', () => {
    const text = formatExplanation(explanation, { unicode: true, colour: makeColours(false) });
    const [, ...lines] = text.split('\n').filter((line) => !line.startsWith('('));
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(text).toContain('100% ████████████████████████████████████████');
  });
});

it('needs only a few runs to find that no choice affects a failure', () => {
  const scenario = drawTest('empty_section', '0x5', { chips: ['navi21'], faults: ['F46'] });
  const result = explainFailure(runScenarioTest(scenario, { record: true }), { work: 0 });
  expect(result).toMatchObject({ decisive: [], nearestPass: null });
  expect(formatExplanation(result, { unicode: false, colour: makeColours(false) })).toContain(
    'The failure does not depend on choices',
  );
});
