import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { runScenario } from '../../../rtl-model/index.js';
import { NO_TOKEN, ReplayChoices } from '../../../rtl-model/kernel/index.js';
import type { ExitTracker } from '../../../rtl-model/spi/exit-tracker.js';
import { ParkedWaves } from '../../../rtl-model/sq/parking.js';
import { STATUS, Wave } from '../../../rtl-model/wave.js';
import { SEQUENCES } from '../../../stimulus/index.js';
import type { FaultId } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';

const corpus = openCorpus();

/** Waves that wait for an id `ahead` of the exiting one. They poll or, if `period` is 0, sleep until an exit. */
const waiters = fc.array(
  fc.record({ ahead: fc.integer({ min: 1, max: 1100 }), period: fc.constantFrom(0, 70) }),
  { maxLength: 20 },
);
const moves = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 8 });

it('a parked wave continues once the exiting id has reached its target, and not before', () => {
  fc.assert(
    fc.property(fc.nat(5000), waiters, moves, (start, requested, steps) => {
      const context = new DeviceContext(scene({ chip: 'navi21' }), new ReplayChoices([]), null);
      const tracker = { shown: start };
      const parked = new ParkedWaves(context, tracker as ExitTracker);
      const waves = requested.map(({ ahead, period }, index) => {
        const wave = new Wave(index);
        wave.status = STATUS.RUNNING;
        parked.park(wave, { target: start + ahead, length: 4 }, period);
        return { wave, target: start + ahead };
      });
      for (const step of steps) {
        tracker.shown += step;
        parked.exitingIdChanged();
        parked.wake();
        for (const { wave, target } of waves) {
          expect(wave.status).toBe(target <= tracker.shown ? STATUS.SLEEPING : STATUS.PARKED);
          expect(wave.resumeToken >= 0).toBe(target <= tracker.shown);
        }
      }
    }),
  );
});

it('a wave that only polls sleeps once, until its turn, rather than once per iteration', () => {
  const sequence = SEQUENCES.find(({ name }) => name === 'slow_owner')!;
  const sleepers = new Set<string>();
  let sleeps = 0;
  for (let seed = 1; seed <= 12; seed++) {
    runScenario(sequence.generate({ seed: `0x${seed}`, corpus, knobs: {}, faults: [] }), (t) => {
      if (t.kind !== 'slept') return;
      sleeps++;
      sleepers.add(`${seed} ${t.wave}`);
    });
  }
  expect(sleepers.size).toBeGreaterThan(50);
  expect(sleeps).toBeLessThan(2.5 * sleepers.size);
});

it('an exit that wakes all waves leaves none parked, and waves that park again are woken in their turn', () => {
  fc.assert(
    fc.property(fc.nat(5000), waiters, fc.integer({ min: 1, max: 300 }), (start, requested, step) => {
      const context = new DeviceContext(scene({ chip: 'navi21' }), new ReplayChoices([]), null);
      const tracker = { shown: start };
      const parked = new ParkedWaves(context, tracker as ExitTracker);
      const waves = requested.map(({ ahead }, index) => ({ wave: new Wave(index), target: start + ahead }));
      const parkAll = () => {
        for (const { wave, target } of waves) {
          if (target <= tracker.shown) continue;
          Object.assign(wave, { status: STATUS.RUNNING, resumeToken: NO_TOKEN });
          parked.park(wave, { target, length: 4 }, 0);
        }
      };
      parkAll();
      tracker.shown += step;
      parked.exitingIdChanged();
      parked.wake(true);
      for (const { wave } of waves) {
        expect([wave.status, wave.polling.wokenByExit]).toEqual([STATUS.SLEEPING, true]);
        // Mark the wave so that the test notices if it is woken again.
        wave.status = STATUS.EXPORT_READY;
      }
      tracker.shown += 1100;
      parked.exitingIdChanged();
      parked.wake();
      for (const { wave } of waves) expect(wave.status).toBe(STATUS.EXPORT_READY);
      for (const waiter of waves) waiter.target = tracker.shown + 1 + (waiter.target % 400);
      parkAll();
      tracker.shown += step;
      parked.exitingIdChanged();
      parked.wake();
      for (const { wave, target } of waves)
        expect(wave.status).toBe(target <= tracker.shown ? STATUS.SLEEPING : STATUS.PARKED);
    }),
  );
});

/** Returns how often exits wake a wave in twelve two-packer runs with the given `wakeAll`. */
function countExitWakes(wakeAll: number): number {
  const sequence = SEQUENCES.find(({ name }) => name === 'rmw_image')!;
  let wakes = 0;
  for (let seed = 1; seed <= 12; seed++) {
    const knobs = { wakeAll, packers: 2, spuriousWakes: 0 };
    const request = { seed: `0x${seed}`, chips: ['navi21'], corpus, knobs, faults: [] } as const;
    runScenario(sequence.generate(request), (t) => {
      if (t.kind === 'woken' && t.by === 'exit') wakes++;
    });
  }
  return wakes;
}

it('exits wake the waves whose turn it is, all waves of their packer, or all waves in the engine (U8)', () => {
  const [inTurn, byPacker, byEngine] = [0, 1, 2].map(countExitWakes);
  expect(byPacker).toBeGreaterThan(inTurn! * 1.1);
  expect(byEngine).toBeGreaterThan(byPacker! * 1.1);
});

it('a sleeping wave is woken only once, no matter how many exits occur before it runs', () => {
  const context = new DeviceContext(scene({ chip: 'navi21' }), new ReplayChoices([]), null);
  const parked = new ParkedWaves(context, { shown: 0 } as ExitTracker);
  const wave = Object.assign(new Wave(0), { status: STATUS.SLEEPING });
  parked.addSleeper(wave);
  parked.wake();
  const token = wave.resumeToken;
  expect(token).toBeGreaterThanOrEqual(0);
  parked.wake();
  parked.wake(true);
  expect([wave.resumeToken, context.wheel.pending]).toEqual([token, 1]);
});

it('a wave that halts while it is parked, asleep or about to be woken is no longer woken by exits', () => {
  const context = new DeviceContext(scene({ chip: 'navi21' }), new ReplayChoices([]), null);
  const tracker = { shown: 0 };
  const parked = new ParkedWaves(context, tracker as ExitTracker);
  const [parkedWave, readyWave, sleepingWave] = [new Wave(0), new Wave(1), new Wave(2)] as const;
  for (const wave of [parkedWave, readyWave]) {
    wave.status = STATUS.RUNNING;
    parked.park(wave, { target: wave === parkedWave ? 3 : 1, length: 4 }, 0);
  }
  sleepingWave.status = STATUS.SLEEPING;
  parked.addSleeper(sleepingWave);
  tracker.shown = 1;
  parked.exitingIdChanged();
  for (const wave of [parkedWave, readyWave, sleepingWave]) {
    parked.forget(wave);
    wave.status = STATUS.HALTED;
  }
  tracker.shown = 4;
  parked.exitingIdChanged();
  parked.wake(true);
  expect(context.wheel.pending).toBe(0);
});

/** Returns the number of polls that read the same id as the wave's previous poll. */
function countRepeatedPolls(chip: 'vega10' | 'navi21', faults: readonly FaultId[]): number {
  const sequence = SEQUENCES.find(({ name }) => name === 'rmw_buffer')!;
  const last = new Map<number, number>();
  let repeated = 0;
  for (let seed = 1; seed <= 4; seed++) {
    runScenario(sequence.generate({ seed: `0x${seed}`, chips: [chip], corpus, knobs: {}, faults }), (t) => {
      if (t.kind !== 'exiting-id-polled') return;
      if (last.get(t.wave) === t.id) repeated++;
      last.set(t.wave, t.id);
    });
    last.clear();
  }
  return repeated;
}

it.each(['vega10', 'navi21'] as const)(
  'a wave on %s that keeps reading a stale id polls again once its turn arrives, and that poll is reported',
  (chip) => {
    expect(countRepeatedPolls(chip, ['F54'])).toBeGreaterThan(0);
    expect(countRepeatedPolls(chip, [])).toBe(0);
  },
);
