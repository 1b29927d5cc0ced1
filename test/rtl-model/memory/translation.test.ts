import { expect, it } from 'vitest';
import { SEPARATE_MEMORY } from '../../../arch/index.js';
import { CHOICE } from '../../../rtl-model/choice-points.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { AccessRecord } from '../../../rtl-model/memory/access-record.js';
import { Translation } from '../../../rtl-model/memory/translation.js';
import { scene } from '../../checkers/support/scenes.js';

const LATENCY = 30;

/** Translates an access, answering the choice with `chance`. Returns the access's state afterwards. */
function translate(xnackRate: number, xnackAction: number, chance: number) {
  const freedoms = { xnackRate, xnackAction, xnackLatency: [LATENCY, LATENCY] } as const;
  let alternatives = 1;
  const choose = (point: number, n: number): number => {
    if (point !== CHOICE.XNACK) return 0;
    alternatives = n;
    return chance;
  };
  const context = new DeviceContext(scene({ freedoms }), { choose }, null);
  const record = Object.assign(new AccessRecord(0, SEPARATE_MEMORY), {
    instruction: { pc: 0 },
    // State left over from the record's previous access.
    ...{ replayed: true, holdCycles: 7, fault: '' },
  });
  const cycles = new Translation(context).translate(record);
  const { replayed, holdCycles, fault } = record;
  return { alternatives, cycles, replayed, holdCycles, halts: fault !== '' };
}

it.each([0, 1, 37, 99, 100])('fails %i percent of translations on the first attempt (P-146)', (rate) => {
  const { alternatives } = translate(rate, 0, 0);
  const answers = Array.from({ length: alternatives }, (_, chance) => translate(rate, 0, chance).replayed);
  expect(answers.filter(Boolean).length * 100).toBe(rate * alternatives);
});

it('a failed translation is replayed, holds its wave during a trap, or halts the wave (P-147 to P-149)', () => {
  const getOutcome = (action: number, rate = 100) => translate(rate, action, 50);
  expect(getOutcome(0)).toMatchObject({ cycles: LATENCY, replayed: true, holdCycles: 0, halts: false });
  expect(getOutcome(1)).toMatchObject({ cycles: LATENCY, replayed: true, holdCycles: LATENCY, halts: false });
  expect(getOutcome(2)).toMatchObject({ cycles: LATENCY, replayed: true, holdCycles: 0, halts: true });
  for (const action of [0, 1, 2])
    expect(getOutcome(action, 0)).toMatchObject({ cycles: 0, replayed: false, holdCycles: 0, halts: false });
});
