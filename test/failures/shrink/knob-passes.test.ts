import type { FailingCase } from '../../../failures/shrink/failure-probe.js';
import { tightenLimits } from '../../../failures/shrink/passes.js';
import { KNOBS, type Scenario } from '../../../transactions/index.js';
import { createSmallScenario } from '../../transactions/support/scenarios.js';

/** Creates a failing case with only the parts that the passes use. */
const makeCase = (scenario: Scenario): FailingCase => ({ scenario }) as unknown as FailingCase;

test('limits are tightened as far as possible, first all at once, then one by one', () => {
  const scenario = createSmallScenario();
  const [tightest, ...others] = tightenLimits(makeCase(scenario));
  expect(tightest!.freedoms).toMatchObject({ idWrap: 7, idWindow: 2, waveSlots: 1, primitivesPerWave: 1 });
  for (const { freedoms } of others) {
    const changed = Object.keys(KNOBS).filter(
      (name) => `${freedoms[name as 'idWrap']}` !== `${scenario.freedoms[name as 'idWrap']}`,
    );
    expect(changed.filter((name) => name !== 'idStart')).toHaveLength(1);
  }
  expect([...tightenLimits(makeCase(tightest!))]).toEqual([]);
});

test('the first id keeps its distance from wraparound when ids wrap earlier', () => {
  const scenario = createSmallScenario();
  const { freedoms } = scenario;
  const nearWrap = { ...scenario, freedoms: { ...freedoms, idWrap: 1023, idStart: 1020 } };
  const [tightest] = tightenLimits(makeCase(nearWrap));
  expect(tightest!.freedoms).toMatchObject({ idWrap: 7, idStart: 4 });
});
