import fc from 'fast-check';
import { makeWaveState, SCALAR } from '../../../arch/index.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { runScenario } from '../../../rtl-model/index.js';
import { NO_TOKEN, ReplayChoices } from '../../../rtl-model/kernel/index.js';
import type { ExitTracker } from '../../../rtl-model/spi/exit-tracker.js';
import type { WavePlan } from '../../../rtl-model/spi/wave-plan.js';
import { EndlessLoops, type IsLooping } from '../../../rtl-model/sq/endless-loops.js';
import { computeSleepCycles } from '../../../rtl-model/sq/entry.js';
import { ParkedWaves } from '../../../rtl-model/sq/parking.js';
import { CHECK_INTERVAL, MIN_REPEATS } from '../../../rtl-model/sq/spec.js';
import { STATUS, Wave } from '../../../rtl-model/wave.js';
import { type FaultId, setting } from '../../../transactions/index.js';
import { decodeSource } from '../../arch/support/machine.js';
import { scene } from '../../checkers/support/scenes.js';
import { drawScenario } from '../../support/drawn-scenario.js';
import { buildScene, getTransactions } from '../support/run-program.js';

const PROGRAM = decodeSource('s_nop 0\nagain:\ns_nop 0\ns_cbranch_scc0 again\ns_endpgm');
const BRANCH = PROGRAM.instructions[2]!;
const PLAN = { index: 0, program: PROGRAM } as WavePlan;

/** Returns waves that run the loop, and the endless-loop detector. By default, nothing else can make progress. */
function makeLoopWaves(count: number, isEverythingElseStuck: (isLooping: IsLooping) => boolean = () => true) {
  const context = new DeviceContext(scene(), new ReplayChoices([]), null);
  const loops = new EndlessLoops(context, [PLAN], isEverythingElseStuck);
  const waves = Array.from({ length: count }, (_, index) => {
    const wave = Object.assign(new Wave(index), { slot: index, work: PLAN, status: STATUS.RUNNING });
    wave.state = makeWaveState(32, 4, SCALAR.CONSTANTS);
    return wave;
  });
  /** Returns the number of iterations until the wave stops, or infinity if it does not stop within the limit. */
  const countIterations = (wave: Wave, limit = 1000): number => {
    for (let iteration = 1; iteration <= limit; iteration++)
      if (loops.onBackwardBranch(wave, BRANCH)) return iteration;
    return Number.POSITIVE_INFINITY;
  };
  return { context, loops, waves, countIterations };
}

/**
 * The number of iterations until a wave stops: watching begins at the first check, and ends at the first check after
 * `MIN_REPEATS` repetitions.
 */
const ITERATIONS = CHECK_INTERVAL + Math.ceil(MIN_REPEATS / CHECK_INTERVAL) * CHECK_INTERVAL;

describe('a wave whose iterations all end in the same state', () => {
  it('stops once its loop has been watched and has repeated enough times', () => {
    const { waves, countIterations } = makeLoopWaves(1);
    expect(countIterations(waves[0]!)).toBe(ITERATIONS);
    expect(waves[0]!.loops.endless).toEqual({ first: 1, last: 2, reason: 'same-state' });
  });

  it('stops only if nothing else can make progress', () => {
    const { waves, countIterations } = makeLoopWaves(1, () => false);
    expect(countIterations(waves[0]!)).toBe(Number.POSITIVE_INFINITY);
  });

  it('resumes in the cycle after new work starts, even if asleep, and stops again after the same number of iterations', () => {
    const { context, loops, waves, countIterations } = makeLoopWaves(2);
    for (const status of [STATUS.SLEEPING, STATUS.COUNTER]) {
      const [wave] = waves;
      expect(countIterations(wave!)).toBe(ITERATIONS);
      Object.assign(wave!, { status, resumeToken: NO_TOKEN });
      loops.resume();
      expect(wave!.isStopped).toBe(false);
      expect(wave!.status).toBe(status === STATUS.SLEEPING ? STATUS.SLEEPING : STATUS.RUNNING);
      const before = context.now;
      context.wheel.next();
      expect([context.wheel.token, context.now]).toEqual([wave!.resumeToken, before + 1]);
    }
  });

  it('when it stops, also stops any other waves stuck in a single state, but not the rest', () => {
    let isEverythingElseStuck = false;
    const { waves, countIterations, loops } = makeLoopWaves(3, () => isEverythingElseStuck);
    const [first, second, third] = waves;
    expect(countIterations(first!, ITERATIONS)).toBe(Number.POSITIVE_INFINITY);
    isEverythingElseStuck = true;
    expect(countIterations(third!, CHECK_INTERVAL)).toBe(Number.POSITIVE_INFINITY);
    expect(countIterations(second!)).toBe(ITERATIONS);
    expect(waves.map(({ isStopped }) => isStopped)).toEqual([true, true, false]);
    loops.resume();
    expect(waves.map(({ isStopped }) => isStopped)).toEqual([false, false, false]);
  });

  it('treats accesses made while it is watched as part of its loop, but earlier ones as able to change its state', () => {
    const answers: (readonly boolean[])[] = [];
    const { context, waves, countIterations } = makeLoopWaves(2, (isLooping) => {
      answers.push([6, 7, 8].map((access) => isLooping(waves[0]!, access)));
      answers.push([isLooping(waves[1]!, 8)]);
      return false;
    });
    context.nextAccess = 7;
    countIterations(waves[0]!, ITERATIONS);
    expect(answers).toEqual([[false, true, true], [false]]);
  });

  it('starts being watched afresh after any change visible to waves', () => {
    const { context, waves, countIterations } = makeLoopWaves(1);
    expect(countIterations(waves[0]!, ITERATIONS - 1)).toBe(Number.POSITIVE_INFINITY);
    context.noteChange();
    expect(countIterations(waves[0]!)).toBe(1 + ITERATIONS - CHECK_INTERVAL);
  });
});

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
  const sleepers = new Set<string>();
  let sleeps = 0;
  for (let seed = 1; seed <= 12; seed++) {
    runScenario(drawScenario('slow_owner', `0x${seed}`), (t) => {
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
  let wakes = 0;
  for (let seed = 1; seed <= 12; seed++) {
    const knobs = { wakeAll, packers: 2, spuriousWakes: 0 };
    runScenario(drawScenario('rmw_image', `0x${seed}`, { chips: ['navi21'], knobs }), (t) => {
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

function countRepeatedPolls(chip: 'vega10' | 'navi21', faults: readonly FaultId[]): number {
  const last = new Map<number, number>();
  let repeated = 0;
  for (let seed = 1; seed <= 4; seed++) {
    runScenario(drawScenario('rmw_buffer', `0x${seed}`, { chips: [chip], faults }), (t) => {
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
