import { runScenario } from '../../../rtl-model/index.js';
import type { CacheName, MemoryIssued } from '../../../transactions/index.js';
import { drawScenario } from '../../support/drawn-scenario.js';

const SEEDS = 8;

/** The smallest line size of any cache, in bytes. */
const LINE_BYTES = 64;

/** Returns the cache lines that an access's active lanes touch. */
function listLines({ addresses, lanesLo, lanesHi }: MemoryIssued): number[] {
  // Inactive lanes still have the addresses of earlier accesses.
  const active = [...addresses].filter(
    (address, lane) => address >= 0 && (((lane < 32 ? lanesLo : lanesHi) >>> (lane % 32)) & 1) === 1,
  );
  return active.map((address) => Math.floor(address / LINE_BYTES));
}

/** Returns the caches with a stale line that a coherent read bypassed. */
function findStaleCaches(seed: string): Set<CacheName> {
  const fillCycles = new Map<string, number>();
  const storeCycles = new Map<number, number>();
  const linesByStore = new Map<number, readonly number[]>();
  const staleCaches = new Set<CacheName>();
  runScenario(drawScenario('mixed_reads', seed), (t) => {
    switch (t.kind) {
      case 'memory-issued':
        if (t.operation !== 'load') linesByStore.set(t.access, listLines(t));
        break;
      case 'memory-performed':
        if (t.level !== 'L2') break;
        for (const line of linesByStore.get(t.access) ?? []) storeCycles.set(line, t.cycle);
        break;
      case 'line-filled':
        fillCycles.set(`${t.cache} ${t.index} ${t.address}`, t.cycle);
        break;
      case 'line-invalidated': {
        const since = fillCycles.get(`${t.cache} ${t.index} ${t.address}`) ?? Number.POSITIVE_INFINITY;
        const isStale = (storeCycles.get(Math.floor(t.address / LINE_BYTES)) ?? -1) > since;
        if (isStale && t.by === 'bypass') staleCaches.add(t.cache);
        break;
      }
    }
  });
  return staleCaches;
}

test('coherent reads encounter stale lines in vector and scalar caches in most runs', () => {
  const bypassedBySeed = Array.from({ length: SEEDS }, (_, i) => findStaleCaches(`0x${i + 1}`));
  for (const cache of ['L0', 'scalar'] as const) {
    const seedsWithCache = bypassedBySeed.filter((caches) => caches.has(cache)).length;
    expect(seedsWithCache, cache).toBeGreaterThan(SEEDS / 2);
  }
});
