import { type CacheName, setting, type Transaction } from '../../../../transactions/index.js';
import { makeLaunch } from '../../support/launches.js';
import { BUFFER, scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

/**
 * Returns whether the rule fires if a load on SIMD 8 fills a line in each of these caches, given by name and index.
 * Navi21 has two shader arrays of two WGPs each.
 */
function fires(fills: readonly (readonly [CacheName, number])[], dlc = false): boolean {
  const stream = new Stream(scene({ chip: 'navi21', freedoms: { caches: setting('caches', 'stale') } }));
  stream.form([{ x: 0, y: 0, primitive: 0 }]);
  stream.add(makeLaunch(stream.cycle + 1, 0, 0, { simd: 8 }));
  const access = stream.issue({ wave: 0 });
  const issued = stream.transactions.pop()!;
  stream.add({ ...issued, dlc } as Transaction);
  for (const [cache, index] of fills)
    stream.add({ kind: 'line-filled', cycle: stream.cycle + 1, cache, index, address: BUFFER, access });
  stream.perform(0, access);
  return listFiredRules(stream.judge()).includes('WIRE-10');
}

test('a line that enters L0 or the scalar cache must already be in the GL1 of the same shader array', () => {
  expect(
    fires([
      ['GL1', 1],
      ['L0', 4],
    ]),
  ).toBe(false);
  expect(fires([['L0', 4]])).toBe(true);
  expect(
    fires([
      ['GL1', 0],
      ['L0', 4],
    ]),
  ).toBe(true);
  expect(fires([['scalar', 2]])).toBe(true);
});

test('a load that bypasses GL1 does not need the line to be in GL1', () => {
  expect(fires([['L0', 4]], true)).toBe(false);
});
