import type { MemoryIssued } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';
import { QUAD } from './support/loads.js';

test('fires when a store and a load of the same word are performed out of issue order', () => {
  const performBoth = (first: number, second: number, space: 'buffer' | 'image' = 'buffer'): Stream => {
    const registers = { SPI_SHADER_PGM_RSRC1_PS: 0 };
    const stream = new Stream(scene({ draw: { registers } })).form([QUAD]);
    const accesses = [stream.issue({ wave: 0, operation: 'store' }), stream.issue({ wave: 0 })];
    const load = stream.transactions.pop() as MemoryIssued;
    stream.add({ ...load, space });
    return stream.perform(0, accesses[first]).perform(0, accesses[second]);
  };
  expect(listFiredRules(performBoth(1, 0).judge())).toContain('RACE-09');
  expect(listFiredRules(performBoth(0, 1).judge())).not.toContain('RACE-09');
  // Image accesses may overtake other accesses if MEM_ORDERED is off.
  expect(listFiredRules(performBoth(1, 0, 'image').judge())).not.toContain('RACE-09');
});

test.each(['lds', 'gds'] as const)('fires for accesses to %s, but not if only one of them is', (space) => {
  const performSwapped = (...spaces: readonly MemoryIssued['space'][]): boolean => {
    const stream = new Stream(scene()).form([QUAD]);
    const accesses = spaces.map((other, i) => {
      const access = stream.issue({ wave: 0, operation: i === 0 ? 'store' : 'load' });
      stream.add({ ...(stream.transactions.pop() as MemoryIssued), space: other });
      return access;
    });
    for (const [i, access] of accesses.toReversed().entries()) {
      stream.perform(0, access);
      if (spaces.at(-1 - i) === space)
        Object.assign(stream.transactions.at(-1)!, { level: space.toUpperCase() });
    }
    return listFiredRules(stream.judge()).includes('RACE-09');
  };
  expect(performSwapped(space, space)).toBe(true);
  expect(performSwapped(space, 'buffer')).toBe(false);
  expect(performSwapped('buffer', space)).toBe(false);
});

test('allows accesses to be reordered if they share no byte or are all loads', () => {
  const stream = new Stream(scene()).form([QUAD]);
  const [firstLoad, secondLoad] = [stream.issue({ wave: 0 }), stream.issue({ wave: 0 })];
  expect(listFiredRules(stream.perform(0, secondLoad).perform(0, firstLoad).judge())).not.toContain(
    'RACE-09',
  );
  const disjointStream = new Stream(scene()).form([QUAD]);
  const store = disjointStream.issue({ wave: 0, operation: 'store', base: 0x40_0000 });
  const disjointLoad = disjointStream.issue({ wave: 0 });
  expect(listFiredRules(disjointStream.perform(0, disjointLoad).perform(0, store).judge())).not.toContain(
    'RACE-09',
  );
});

test.each([
  ['GL2', 'L2', true],
  ['a cache', 'L0', false],
] as const)('judges only what %s performs', (_, level, expected) => {
  const stream = new Stream(scene()).form([QUAD]);
  const [store, load] = [stream.issue({ wave: 0, operation: 'store' }), stream.issue({ wave: 0 })];
  stream.perform(0, load).perform(0, store);
  for (const t of stream.transactions) if (t.kind === 'memory-performed') Object.assign(t, { level });
  expect(listFiredRules(stream.judge()).includes('RACE-09')).toBe(expected);
});

test('allows scalar accesses to overtake each other', () => {
  const stream = new Stream(scene()).form([QUAD]);
  const accesses = (['store', 'load'] as const).map((operation) => {
    const access = stream.issue({ wave: 0, operation });
    stream.add({ ...(stream.transactions.pop() as MemoryIssued), space: 'scalar', counter: 'lgkm' });
    return access;
  });
  for (const access of accesses.toReversed()) stream.perform(0, access);
  expect(listFiredRules(stream.judge())).not.toContain('RACE-09');
});
