import type { ChipName } from '../../../../arch/index.js';
import type { CacheName, MemoryIssued, Transaction } from '../../../../transactions/index.js';
import { setting } from '../../../../transactions/index.js';
import { makeLaunch } from '../../support/launches.js';
import { BUFFER, scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

type AccessFields = Partial<Pick<MemoryIssued, 'operation' | 'glc' | 'dlc' | 'slc'>>;

/** Returns the caches that an access with only the given bits must not fill. */
function findForbiddenCaches(chip: ChipName, fields: AccessFields): CacheName[] {
  const caches = (['L0', 'GL1', 'scalar'] as const).filter((cache) => {
    const stream = new Stream(scene({ chip, freedoms: { caches: setting('caches', 'stale') } }));
    stream.form([{ x: 0, y: 0, primitive: 0 }]);
    stream.add(makeLaunch(stream.cycle + 1, 0, 0, { simd: 0 }));
    const access = stream.issue({ wave: 0 });
    const issued = stream.transactions.pop()!;
    stream.add({
      ...issued,
      glc: false,
      dlc: false,
      slc: false,
      operation: 'load',
      ...fields,
    } as Transaction);
    stream.add({ kind: 'line-filled', cycle: stream.cycle + 1, cache, index: 0, address: BUFFER, access });
    stream.perform(0, access);
    return listFiredRules(stream.judge()).includes('VIS-04');
  });
  return caches as CacheName[];
}

test('a streaming load must not leave a line in L0 or GL1 on GFX10, nor in GL1 on GFX11', () => {
  expect(findForbiddenCaches('navi21', { slc: true })).toEqual(['L0', 'GL1']);
  expect(findForbiddenCaches('navi31', { slc: true, glc: true })).toEqual(['GL1']);
  expect(findForbiddenCaches('vega10', { slc: true })).toEqual([]);
});

test('loads without SLC may leave lines, and stores and atomics are not checked', () => {
  expect(findForbiddenCaches('navi21', {})).toEqual([]);
  expect(findForbiddenCaches('navi21', { glc: true, dlc: true })).toEqual([]);
  expect(findForbiddenCaches('navi21', { operation: 'store', slc: true })).toEqual([]);
  expect(findForbiddenCaches('navi21', { operation: 'atomic', slc: true })).toEqual([]);
});
