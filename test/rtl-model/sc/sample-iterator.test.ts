import fc from 'fast-check';
import { createFootprint } from '../../../rtl-model/sc/footprint.js';
import { SampleIterator } from '../../../rtl-model/sc/scan-converter.js';
import { QUAD_COLUMN } from '../../../transactions/index.js';

const log2 = fc.integer({ min: 0, max: 4 });
const word = fc.integer({ min: 0, max: 0xffffffff });

interface Invocation {
  readonly sample: number;
  readonly masks: readonly [number, number];
}

function iterate(samples: number, iterations: number, masks: readonly [number, number]): Invocation[] {
  const iterator = new SampleIterator({ iterations, footprint: createFootprint(samples, []) });
  iterator.begin(Int32Array.of(0, 0, 0, 0, 6, 8, 3, masks[0], masks[1], 0, 0), 4);
  const invocations: Invocation[] = [];
  while (iterator.next()) {
    const { quad } = iterator;
    expect(Array.from(quad.subarray(0, 3))).toEqual([6, 8, 3]);
    invocations.push({
      sample: quad[QUAD_COLUMN.SAMPLE],
      masks: [quad[QUAD_COLUMN.MASK01], quad[QUAD_COLUMN.MASK23]],
    });
  }
  return invocations;
}

it('assigns each covered sample to exactly one invocation, without empty invocations', () => {
  fc.assert(
    fc.property(log2, log2, word, word, (a, b, m01, m23) => {
      const samples = 1 << Math.max(a, b);
      const samplesMask = (2 ** samples - 1) * 0x10001;
      const masks: [number, number] = [m01 & samplesMask, m23 & samplesMask];
      const invocations = iterate(samples, 1 << Math.min(a, b), masks);
      let [remaining01, remaining23] = masks;
      for (const invocation of invocations) {
        expect(invocation.masks[0] | invocation.masks[1]).not.toBe(0);
        expect(invocation.masks[0] & ~remaining01).toBe(0);
        expect(invocation.masks[1] & ~remaining23).toBe(0);
        remaining01 &= ~invocation.masks[0];
        remaining23 &= ~invocation.masks[1];
      }
      expect([remaining01, remaining23]).toEqual([0, 0]);
    }),
  );
});

it('shades alternate samples in each of two invocations that share eight samples', () => {
  expect(iterate(8, 2, [0xff, 0x0f0000])).toEqual([
    { sample: 0, masks: [0x55, 0x050000] },
    { sample: 1, masks: [0xaa, 0x0a0000] },
  ]);
});

it('leaves quads unchanged at pixel rate', () => {
  expect(iterate(4, 1, [0xf0007, 0])).toEqual([{ sample: 0, masks: [0xf0007, 0] }]);
});
