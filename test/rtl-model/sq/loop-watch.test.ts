import { type Instruction, makeWaveState, SCALAR } from '../../../arch/index.js';
import { LoopWatch } from '../../../rtl-model/sq/endless-loops.js';
import { MIN_REPEATS } from '../../../rtl-model/sq/spec.js';
import { Wave } from '../../../rtl-model/wave.js';

const BRANCH = 20;
const TARGET = 10;
const CHANGES = 5;
const NEXT_ACCESS = 77;

/** Returns a wave that has been watched since its 100th iteration, and functions that simulate further iterations. */
function watchWave(registers = 8) {
  const wave = new Wave(0);
  wave.state = makeWaveState(32, registers, SCALAR.CONSTANTS);
  wave.loops.rounds = 100;
  const watch = new LoopWatch(wave.state);
  watch.begin(wave, BRANCH, CHANGES, NEXT_ACCESS);
  const round = ({ branch = BRANCH, target = TARGET, changes = CHANGES } = {}): boolean => {
    wave.loops.rounds++;
    return watch.endIteration(wave, { index: branch, target } as Instruction, changes);
  };
  const rounds = (count: number): readonly boolean[] => Array.from({ length: count }, () => round());
  return { wave, watch, round, rounds };
}

describe('a watched loop', () => {
  it('is detected once its state has repeated enough times, and reports its first access and its instructions', () => {
    const { watch, rounds } = watchWave();
    expect(rounds(MIN_REPEATS + 1)).toEqual([...Array(MIN_REPEATS - 1).fill(false), true, true]);
    expect([watch.firstAccess, watch.first, watch.last]).toEqual([NEXT_ACCESS, TARGET, BRANCH]);
    expect([watch.isSettled(CHANGES), watch.isSettled(CHANGES + 1)]).toEqual([true, false]);
  });

  it.each(['s', 'v', 'hw'] as const)(
    'does not count as repeating if the first or last register in %s differs',
    (kind) => {
      for (const position of [0, -1]) {
        const { wave, rounds } = watchWave();
        const registers = wave.state[kind];
        registers[(position + registers.length) % registers.length]! += 1;
        expect(rounds(MIN_REPEATS)).not.toContain(true);
        registers[(position + registers.length) % registers.length]! -= 1;
        expect(rounds(MIN_REPEATS + 1)).toContain(true);
      }
    },
  );

  it('does not count as repeating if memory changes or another branch ends the iteration', () => {
    const { round } = watchWave();
    const others = [{ changes: CHANGES + 1 }, { branch: BRANCH + 1 }];
    for (const change of others) for (let i = 0; i < MIN_REPEATS; i++) expect(round(change)).toBe(false);
  });

  it('is only detected if it repeats with a constant period', () => {
    const { round } = watchWave();
    const repeatsAfter = (skipped: number): boolean => {
      for (let i = 0; i < skipped; i++) round({ branch: BRANCH - 1 });
      return round();
    };
    expect(Array.from({ length: MIN_REPEATS }, (_, skipped) => repeatsAfter(skipped))).not.toContain(true);
    expect(Array.from({ length: MIN_REPEATS }, () => repeatsAfter(3)).at(-1)).toBe(true);
  });

  it('reports the first and last instruction enclosed by the branches of its last iteration', () => {
    const { watch, round } = watchWave();
    const turn = (target: number, branch: number): void => {
      round({ target, branch });
      round();
    };
    round();
    turn(4, 33);
    expect([watch.first, watch.last]).toEqual([4, 33]);
    turn(12, 15);
    expect([watch.first, watch.last]).toEqual([TARGET, BRANCH]);
  });

  it('remains promising as long as its state recurs within one period and nothing changes', () => {
    const { wave, watch, round } = watchWave();
    const isPromising = (changes = CHANGES): boolean => watch.mayStillSettle(wave, changes);
    expect(isPromising()).toBe(false);
    round({ branch: BRANCH - 1 });
    round();
    expect([isPromising(), isPromising(CHANGES + 1)]).toEqual([true, false]);
    wave.loops.rounds += 2;
    expect(isPromising()).toBe(true);
    wave.loops.rounds++;
    expect(isPromising()).toBe(false);
  });

  it('can be watched afresh, starting from the current registers, even if the wave now has more registers', () => {
    const { wave, watch, round, rounds } = watchWave();
    rounds(MIN_REPEATS);
    for (const update of [
      () => {
        wave.state.s[3] = 9;
        wave.state.v[4] = 9;
        wave.state.hw[1] = 9;
      },
      () => {
        wave.state = makeWaveState(32, 24, SCALAR.CONSTANTS);
        wave.state.v[700] = 9;
      },
      () => {
        wave.state = makeWaveState(32, 24, SCALAR.CONSTANTS + 2);
        wave.state.s[SCALAR.CONSTANTS + 1] = 9;
      },
    ]) {
      update();
      round({ target: 1, branch: 50 });
      watch.begin(wave, BRANCH, CHANGES, NEXT_ACCESS + 1);
      expect([watch.isSettled(CHANGES), watch.mayStillSettle(wave, CHANGES)]).toEqual([false, false]);
      expect(round()).toBe(false);
      expect([watch.first, watch.last]).toEqual([TARGET, BRANCH]);
      expect(rounds(MIN_REPEATS - 1).lastIndexOf(false)).toBe(MIN_REPEATS - 3);
      expect([watch.firstAccess, watch.first, watch.last]).toEqual([NEXT_ACCESS + 1, TARGET, BRANCH]);
    }
  });
});
