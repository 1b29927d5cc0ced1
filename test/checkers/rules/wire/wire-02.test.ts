import { type CacheName, setting } from '../../../../transactions/index.js';
import { makeLaunch } from '../../support/launches.js';
import { BUFFER, scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

interface Fill {
  /** Default: `load`. */
  readonly operation?: 'load' | 'atomic';
  readonly simd: number;
  readonly cache: CacheName;
  readonly index: number;
}

/** Returns whether WIRE-02 fires for the given fills. Navi21 has two arrays of two WGPs. */
function fires(...fills: readonly Fill[]): boolean {
  const stream = new Stream(scene({ chip: 'navi21', freedoms: { caches: setting('caches', 'stale') } }));
  fills.forEach(({ operation, simd, cache, index }, wave) => {
    stream.form([{ x: 2 * wave, y: 0, primitive: wave }]);
    stream.add(makeLaunch(stream.cycle + 1, wave, wave, { simd }));
    const access = stream.issue({ wave, operation: operation ?? 'load' });
    stream.add({ kind: 'line-filled', cycle: stream.cycle + 1, cache, index, address: BUFFER, access });
    stream.perform(wave, access);
  });
  return listFiredRules(stream.judge()).includes('WIRE-02');
}

test('fires if an access uses the GL1 of the other shader array', () => {
  expect(fires({ simd: 8, cache: 'GL1', index: 0 })).toBe(true);
  expect(fires({ simd: 8, cache: 'GL1', index: 1 })).toBe(false);
});

test('fires if an access uses the L0 of a different WGP', () => {
  expect(fires({ simd: 4, cache: 'L0', index: 1 })).toBe(true);
  expect(fires({ simd: 4, cache: 'L0', index: 2 })).toBe(false);
});

test('fires if the SIMDs that share an L0 are not also paired for LDS access (P-113)', () => {
  const makeFill = (simd: number, index: number): Fill => ({ simd, cache: 'L0', index });
  expect(fires(makeFill(0, 0), makeFill(1, 0), makeFill(2, 1), makeFill(3, 1), makeFill(0, 0))).toBe(false);
  expect(fires(makeFill(0, 0), makeFill(2, 0))).toBe(true);
  expect(fires(makeFill(0, 0), makeFill(0, 1))).toBe(true);
});

test('fires if a cache above L2 keeps the line of an atomic', () => {
  const fill = { simd: 0, cache: 'L0', index: 0 } as const;
  expect([fires({ ...fill, operation: 'atomic' }), fires(fill)]).toEqual([true, false]);
});
