import { describe, expect, it } from 'vitest';
import { assembleProgram, decodeCached, makeWaveState, SCALAR } from '../../../arch/index.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { NO_TOKEN, ReplayChoices } from '../../../rtl-model/kernel/index.js';
import type { WavePlan } from '../../../rtl-model/spi/wave-plan.js';
import { EndlessLoops, type IsLooping } from '../../../rtl-model/sq/endless-loops.js';
import { CHECK_INTERVAL, MIN_REPEATS } from '../../../rtl-model/sq/spec.js';
import { STATUS, Wave } from '../../../rtl-model/wave.js';
import { scene } from '../../checkers/support/scenes.js';

const PROGRAM = decodeCached(
  assembleProgram('s_nop 0\nagain:\ns_nop 0\ns_cbranch_scc0 again\ns_endpgm', 'gfx10.3'),
  'gfx10.3',
  32,
);
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
