import { describe, expect, it } from 'vitest';
import { assembleProgram, decodeOnce, makeWaveState, SCALAR } from '../../../arch/index.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { NO_TOKEN, ReplayChoices } from '../../../rtl-model/kernel/index.js';
import type { WavePlan } from '../../../rtl-model/spi/wave-plan.js';
import { EndlessLoops, type IsLooping } from '../../../rtl-model/sq/endless-loops.js';
import { CHECK_INTERVAL, REPEATS_MIN } from '../../../rtl-model/sq/spec.js';
import { STATUS, Wave } from '../../../rtl-model/wave.js';
import { scene } from '../../checkers/support/scenes.js';

const PROGRAM = decodeOnce(
  assembleProgram('s_nop 0\nagain:\ns_nop 0\ns_cbranch_scc0 again\ns_endpgm', 'gfx10.3'),
  'gfx10.3',
  32,
);
const BRANCH = PROGRAM.instructions[2]!;
const PLAN = { index: 0, program: PROGRAM } as WavePlan;

/** Returns waves in that loop and the search for endless loops. By default, nothing else can move. */
function loopingWaves(count: number, nothingElseMoves: (isLooping: IsLooping) => boolean = () => true) {
  const context = new DeviceContext(scene(), new ReplayChoices([]), null);
  const loops = new EndlessLoops(context, [PLAN], nothingElseMoves);
  const waves = Array.from({ length: count }, (_, index) => {
    const wave = Object.assign(new Wave(index), { slot: index, work: PLAN, status: STATUS.RUNNING });
    wave.state = makeWaveState(32, 4, SCALAR.CONSTANTS);
    return wave;
  });
  /** Returns the number of iterations until the wave rests, if it rests within the limit. */
  const roundsOf = (wave: Wave, limit = 1000): number => {
    for (let round = 1; round <= limit; round++) if (loops.branchedBack(wave, BRANCH)) return round;
    return Number.POSITIVE_INFINITY;
  };
  return { context, loops, waves, roundsOf };
}

/**
 * The number of iterations until a wave rests: the watch begins at the first check and ends at the first check after
 * `REPEATS_MIN` repetitions.
 */
const ROUNDS = CHECK_INTERVAL + Math.ceil(REPEATS_MIN / CHECK_INTERVAL) * CHECK_INTERVAL;

describe('a wave whose iterations all end in the same state', () => {
  it('rests once its loop has been watched and repeated often enough', () => {
    const { waves, roundsOf } = loopingWaves(1);
    expect(roundsOf(waves[0]!)).toBe(ROUNDS);
    expect(waves[0]!.loops.endless).toEqual({ first: 1, last: 2, why: 'same-state' });
  });

  it('rests only if nothing else can move', () => {
    const { waves, roundsOf } = loopingWaves(1, () => false);
    expect(roundsOf(waves[0]!)).toBe(Number.POSITIVE_INFINITY);
  });

  it('continues in the cycle after something new starts, even if it sleeps, and rests again after the same number of iterations', () => {
    const { context, loops, waves, roundsOf } = loopingWaves(2);
    for (const status of [STATUS.SLEEPING, STATUS.COUNTER]) {
      const [wave] = waves;
      expect(roundsOf(wave!)).toBe(ROUNDS);
      Object.assign(wave!, { status, resumeToken: NO_TOKEN });
      loops.resume();
      expect(wave!.isResting).toBe(false);
      expect(wave!.status).toBe(status === STATUS.SLEEPING ? STATUS.SLEEPING : STATUS.RUNNING);
      const before = context.now;
      context.wheel.next();
      expect([context.wheel.token, context.now]).toEqual([wave!.resumeToken, before + 1]);
    }
  });

  it('also lets other waves rest if they loop in the same state, but no others', () => {
    let nothingElseMoves = false;
    const { waves, roundsOf, loops } = loopingWaves(3, () => nothingElseMoves);
    const [first, second, third] = waves;
    expect(roundsOf(first!, ROUNDS)).toBe(Number.POSITIVE_INFINITY);
    nothingElseMoves = true;
    expect(roundsOf(third!, CHECK_INTERVAL)).toBe(Number.POSITIVE_INFINITY);
    expect(roundsOf(second!)).toBe(ROUNDS);
    expect(waves.map(({ isResting }) => isResting)).toEqual([true, true, false]);
    loops.resume();
    expect(waves.map(({ isResting }) => isResting)).toEqual([false, false, false]);
  });

  it('counts accesses since the watch began as part of its iterations, and earlier ones as possible changes', () => {
    const answers: (readonly boolean[])[] = [];
    const { context, waves, roundsOf } = loopingWaves(2, (isLooping) => {
      answers.push([6, 7, 8].map((access) => isLooping(waves[0]!, access)));
      answers.push([isLooping(waves[1]!, 8)]);
      return false;
    });
    context.nextAccess = 7;
    roundsOf(waves[0]!, ROUNDS);
    expect(answers).toEqual([[false, true, true], [false]]);
  });

  it('is watched anew after any change that waves can read', () => {
    const { context, waves, roundsOf } = loopingWaves(1);
    expect(roundsOf(waves[0]!, ROUNDS - 1)).toBe(Number.POSITIVE_INFINITY);
    context.noteChange();
    expect(roundsOf(waves[0]!)).toBe(1 + ROUNDS - CHECK_INTERVAL);
  });
});
