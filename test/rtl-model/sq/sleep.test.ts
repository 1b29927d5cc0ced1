import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeSleepCycles } from '../../../rtl-model/sq/sleep.js';
import { setting } from '../../../transactions/index.js';
import { buildScene, getTransactions } from '../support/run-program.js';

const immediates = fc.integer({ min: 0, max: 0xffff });
const BIT_15 = 0x8000;

it('bits [6:0] determine the duration of a sleep, and bit 15 makes it endless if sleepEndless is set (U10)', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('gfx9', 'gfx10', 'gfx10.3', 'gfx11'),
      immediates,
      fc.boolean(),
      (gfx, immediate, endless) => {
        const unit = computeSleepCycles(gfx, 1, endless);
        expect(unit).toBeGreaterThan(0);
        const isEndless = endless && gfx !== 'gfx9' && (immediate & BIT_15) !== 0;
        expect(computeSleepCycles(gfx, immediate, endless)).toBe(isEndless ? 0 : (immediate % 128) * unit);
      },
    ),
    { numRuns: 300 },
  );
});

it('a wave in an endless sleep only continues when an exit wakes it (U10)', () => {
  const run = (source: string) => {
    const scene = buildScene(source, { freedoms: { sleepEndless: setting('sleepEndless', 'until-wake') } });
    return {
      waiting: getTransactions(scene, 'quiesced')[0]!.waiting.length,
      woken: getTransactions(scene, 'woken').map(({ by }) => by),
    };
  };
  const sleepForever = 's_sleep 0x8001\n';
  expect(run(`${sleepForever}s_endpgm`)).toEqual({ waiting: 1, woken: [] });
  const exitSection = `s_movk_i32 s10, 0x1
    s_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s10
    s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)\n`;
  expect(run(`${exitSection}${sleepForever}s_endpgm`)).toEqual({ waiting: 0, woken: ['exit'] });
});

it('a sleep with a duration of zero does not suspend the wave, so no exit needs to wake it', () => {
  const scene = buildScene('s_sleep 0\ns_sleep 1\ns_endpgm');
  expect(getTransactions(scene, 'slept').map(({ duration }) => duration)).toEqual([64]);
  expect(getTransactions(scene, 'quiesced')[0]!.waiting).toEqual([]);
});
