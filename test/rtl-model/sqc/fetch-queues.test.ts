import fc from 'fast-check';
import { DeviceContext } from '../../../rtl-model/context.js';
import { RandomChoices, ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { SIMDS_PER_WGP } from '../../../rtl-model/placement.js';
import { FetchQueues } from '../../../rtl-model/sqc/instruction-cache.js';
import { Wave } from '../../../rtl-model/wave.js';
import { buildScene } from '../support/run-program.js';

const scene = buildScene('s_endpgm');

/**
 * The maximum number of grants that may overtake the head of a queue: the rest of this round, plus one grant to every
 * other queue in the next.
 */
const MAX_OVERTAKEN = 2 * (SIMDS_PER_WGP - 1);

function makeWave(index: number, simd: number): Wave {
  const wave = new Wave(index);
  wave.place = { simd, cu: 0, wgp: 0, shaderArray: 0 };
  return wave;
}

/** The sequencers that send requests in each step, before the bank grants one. */
const arrivals = fc.array(fc.array(fc.nat(SIMDS_PER_WGP - 1), { maxLength: 5 }), { maxLength: 60 });

describe("a bank's queues", () => {
  it('never skip a sequencer for more than two rounds, and keep every queue in order', () => {
    fc.assert(
      fc.property(arrivals, fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }), (steps, seed) => {
        const choices = new RandomChoices(`0x${seed.toString(16)}`);
        const queues = new FetchQueues(new DeviceContext(scene, choices, null));
        const expected: Wave[][] = Array.from({ length: SIMDS_PER_WGP }, () => []);
        const overtaken = new Array<number>(SIMDS_PER_WGP).fill(0);
        let index = 0;
        for (const requesters of steps) {
          for (const simd of requesters) {
            const wave = makeWave(index++, simd);
            expected[simd].push(wave);
            queues.push(wave);
          }
          const granted = queues.take();
          if (granted === undefined) {
            expect(expected.flat()).toEqual([]);
            continue;
          }
          const { simd } = granted.place;
          expect(expected[simd].shift()).toBe(granted);
          overtaken[simd] = 0;
          expected.forEach((queue, other) => {
            if (other !== simd && queue.length > 0) overtaken[other]++;
            expect(overtaken[other]).toBeLessThanOrEqual(MAX_OVERTAKEN);
          });
        }
      }),
    );
  });

  it('may serve any sequencer first if all have requests', () => {
    const firstSimds = [0, 1, 2, 3].map((chance) => {
      const queues = new FetchQueues(new DeviceContext(scene, new ReplayChoices([chance]), null));
      for (let simd = 0; simd < SIMDS_PER_WGP; simd++) queues.push(makeWave(simd, simd));
      return queues.take()!.place.simd;
    });
    expect(firstSimds.toSorted()).toEqual([0, 1, 2, 3]);
  });
});
