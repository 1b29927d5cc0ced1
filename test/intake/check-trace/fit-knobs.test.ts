import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { checkAndFit } from '../../../intake/check-trace/check-trace.js';
import { fitKnobs } from '../../../intake/check-trace/fit-knobs.js';
import { defaultKnobs, type KnobValues, type RuleId, type Violation } from '../../../transactions/index.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const INITIAL = { ...defaultKnobs(), waveSlots: 4, idWindow: 4, exitVisibleLatency: [2, 10] as const };

/** Fits the freedoms to a trace. `getFired` returns the rules that fire with the given freedoms. */
function fitTrace(getFired: (freedoms: KnobValues) => readonly (RuleId | false)[]) {
  return fitKnobs(async (freedoms) => {
    const rules = getFired({ ...INITIAL, ...freedoms }).filter((rule) => rule !== false);
    return { violations: rules.map((rule) => ({ rule, severity: 'error', cycle: 5 }) as Violation) };
  }, INITIAL);
}

describe('the limits that a trace requires', () => {
  it('are the strictest values that satisfy every rule, and do not include limits that need no change', async () => {
    const fit = await fitTrace(({ waveSlots, exitVisibleLatency, formationTimeout }) => [
      waveSlots < 9 && 'LAUNCH-02',
      exitVisibleLatency[1] < 37 && 'IDLE-02',
      formationTimeout > 12 && 'LAUNCH-11',
    ]);
    expect(fit).toMatchObject({ isLegal: true, obstacles: [] });
    expect(fit.freedoms).toEqual([
      { name: 'waveSlots', given: 4, needed: 9, rule: 'LAUNCH-02' },
      { name: 'exitVisibleLatency', given: [2, 10], needed: [2, 37], rule: 'IDLE-02' },
      { name: 'formationTimeout', given: 64, needed: 12, rule: 'LAUNCH-11' },
    ]);
  });

  it('are raised together when raising one is not enough', async () => {
    const fit = await fitTrace(({ exitVisibleLatency, messageLatency }) => [
      exitVisibleLatency[1] + messageLatency[1] < 1100 && 'IDLE-02',
    ]);
    const sum = fit.freedoms.reduce((total, { needed }) => total + (needed as readonly number[])[1]!, 0);
    expect(fit.isLegal).toBe(true);
    expect(sum).toBe(1100);
  });

  it.each<[string, Parameters<typeof fitTrace>[0], string]>([
    [
      'a rule is not affected by any limit',
      () => ['ORD-01'],
      'ORD-01, which fires at cycle 5, has no bound that a knob sets',
    ],
    [
      'a rule fires even with every limit fully relaxed',
      () => ['LAUNCH-10'],
      'LAUNCH-10 at cycle 5 fires even with idWindow 1023',
    ],
    [
      'two rules contradict each other',
      ({ waveSlots, issueGap }) => [
        waveSlots < 9 && 'LAUNCH-02',
        waveSlots > 8 && issueGap[1] < 99 && 'ORD-05',
      ],
      'ORD-05, which fires at cycle 5, has no bound that a knob sets',
    ],
    [
      "one rule's minimum breaks another",
      ({ waveSlots, idWindow }) => [
        (waveSlots < 9 || idWindow > 20) && 'LAUNCH-02',
        waveSlots > 8 && idWindow < 30 && 'LAUNCH-10',
      ],
      'LAUNCH-02 at cycle 5 fires again with the strictest values that satisfy each rule in turn: waveSlots 9 (LAUNCH-02), idWindow 30 (LAUNCH-10)',
    ],
  ])('cannot be found when %s', async (_, getFired, obstacle) => {
    expect(await fitTrace(getFired)).toMatchObject({ isLegal: false, obstacles: [obstacle] });
  });
});

const folder = createTempFolder();

it('a violation names the limit and the observed value, and the fit passes a recheck', async () => {
  const example = join(findPackageRoot(), 'docs', 'examples', 'trace');
  const scenario = JSON.parse(readFileSync(join(example, 'scenario.json'), 'utf8'));
  const file = join(folder, 'tight.json');
  writeFileSync(
    file,
    JSON.stringify({ ...scenario, freedoms: { ...scenario.freedoms, idWindow: 2, waveSlots: 1 } }),
  );
  const { verdict, violations, fit } = await checkAndFit(join(example, 'trace.jsonl'), file, {});
  expect(verdict).toBe('fail');
  expect(violations[0]?.freedom).toBe('`waveSlots` is 1 in this scenario; the observed value is 58');
  expect(fit).toMatchObject({
    isLegal: true,
    freedoms: [{ name: 'waveSlots', given: 1, needed: 58, rule: 'LAUNCH-02' }],
  });
});
