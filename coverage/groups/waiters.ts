import { type KnobValues, wrapId } from '../../transactions/index.js';
import { covergroup } from '../collector/monitor.js';
import { ignoreCross, labelBins, stepRanges } from '../dsl/bins.js';
import { idGenerationPoint } from './common.js';

/** Tracks when a packer's exiting id, as seen by polls, moved past each id. It may skip several ids at once. */
class ExitingIdHistory {
  /** When each id was last reached or skipped; 0 for never. */
  readonly #reachedAt: Int32Array;
  #visibleId: number;

  constructor({ idWrap, idStart }: Pick<KnobValues, 'idWrap' | 'idStart'>) {
    const idCount = idWrap + 1;
    this.#reachedAt = new Int32Array(idCount);
    this.#visibleId = idStart % idCount;
  }

  /** Makes the given id visible to polls from `time` onwards, which must be greater than 0. */
  advance(id: number, time: number): void {
    const idCount = this.#reachedAt.length;
    // A broken device may report any integer.
    const visibleId = wrapId(id, idCount);
    while (this.#visibleId !== visibleId) {
      this.#visibleId = (this.#visibleId + 1) % idCount;
      this.#reachedAt[this.#visibleId] = time;
    }
  }

  /** Returns when the visible id moved past the given id, admitting the waves waiting for it, or 0 if it has not. */
  getPassTime(id: number): number {
    return this.#reachedAt[wrapId(id + 1, this.#reachedAt.length)]!;
  }
}

const STATES = [
  'not yet polled',
  'between poll and sleep',
  'polls without sleep',
  'asleep',
  'awake again',
] as const;

/** What a waiting wave is doing when the exit that admits it occurs. Sampled at the first poll that sees the exit. */
export const waiters = covergroup({
  name: 'waiters',
  version: 5,
  text: 'States of waiting waves when the exit that frees them occurs (scenarios.md 8, cross 5).',
  statements: ['S-044', 'S-046', 'S-048'],
  points: {
    generation: idGenerationPoint,
    state: {
      text: 'What the wave was doing when the awaited id became visible. A wave that goes on to skip its sleep counts as between poll and sleep.',
      statements: ['S-044', 'S-046', 'S-048'],
      bins: labelBins(STATES),
    },
    delay: {
      text: 'Number of cycles from when the awaited exiting id became visible until a poll read it.',
      statements: ['S-047', 'S-048'],
      bins: stepRanges([0, 1, 16, 64, 1024]),
    },
  },
  crosses: [
    { text: 'States on each generation.', of: ['generation', 'state'] },
    {
      text: 'Delay until a wave in each state reads the exit. A pending exit makes the wave skip its sleep.',
      of: ['state', 'delay'],
      bins: [
        ignoreCross(
          'waking takes a cycle',
          { state: ['asleep'], delay: ['0'] },
          'After waking, a wave does not poll until a later cycle.',
        ),
      ],
    },
  ],
  monitor({ sampler, table, facts, test }) {
    const { values, point } = sampler;
    const polledAt = table.column();
    /** Byte offset of the wave's poll in the program. */
    const pollPc = table.column();
    const sleptAt = table.column();
    const wokenAt = table.column();
    const isAdmitted = table.column();
    const histories = table.perTest(new Map<number, ExitingIdHistory>());
    return {
      'exiting-id-visible'({ packer, id, cycle }) {
        const history = histories.get(packer) ?? new ExitingIdHistory(test().freedoms);
        histories.set(packer, history);
        history.advance(id, cycle + 1);
      },
      slept({ wave, cycle }) {
        sleptAt.set(wave, cycle + 1);
      },
      woken({ wave, cycle }) {
        wokenAt.set(wave, cycle + 1);
      },
      'instructions-issued'({ wave, first, last, cycle }) {
        // A poll that reads the same id again is only reported as an issued instruction; it matters only after a wake.
        const woken = wokenAt.get(wave);
        if (woken === 0 || polledAt.get(wave) === 0 || polledAt.get(wave) >= woken) return;
        const poll = pollPc.get(wave);
        if (first <= poll && poll <= last) polledAt.set(wave, cycle + 1);
      },
      'exiting-id-polled'({ wave, packer, pc, id, cycle }) {
        if (isAdmitted.get(wave) === 0 && facts.isAdmittedBy(wave, id, test())) {
          isAdmitted.set(wave, 1);
          const visibleAt = histories.get(packer)?.getPassTime(facts.newest.get(wave)) ?? 0;
          if (visibleAt > 0) sampleExit(wave, visibleAt, cycle + 1);
        }
        polledAt.set(wave, cycle + 1);
        pollPc.set(wave, pc);
      },
    };

    function sampleExit(wave: number, visibleAt: number, pollCycle: number): void {
      values[point.state] = classifyState(wave, visibleAt);
      values[point.delay] = pollCycle - visibleAt;
      sampler.sample();
    }

    /** Returns the index into `STATES`. Column values are cycles plus one, or 0 for never. */
    function classifyState(wave: number, visibleAt: number): number {
      if (polledAt.get(wave) === 0 || polledAt.get(wave) > visibleAt) return 0;
      if (sleptAt.get(wave) === 0) return sleepsBetweenPolls(wave) ? 1 : 2;
      if (sleptAt.get(wave) > visibleAt) return 1;
      if (wokenAt.get(wave) >= visibleAt || wokenAt.get(wave) < sleptAt.get(wave)) return 3;
      return polledAt.get(wave) >= wokenAt.get(wave) ? 1 : 4;
    }

    function sleepsBetweenPolls(wave: number): boolean {
      return test().draws[facts.draw.get(wave)]?.sleepsBetweenPolls === true;
    }
  },
});
