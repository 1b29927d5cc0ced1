import fc from 'fast-check';
import { decodeCached, GENERATIONS } from '../../../arch/index.js';
import { runScenario } from '../../../rtl-model/index.js';
import { programs } from '../../../stimulus/index.js';
import type { ProgramDescriptor } from '../../../transactions/index.js';
import { createGeneratedLayers } from '../../support/generated-layers.js';

const NO_DISCARDS = { before: 'none', inside: 'none', after: 'none', message: false } as const;

/** Returns the memory instructions of a program that no wave issued. */
function findUnissuedAccesses(
  gfx: (typeof GENERATIONS)[number],
  descriptor: ProgramDescriptor,
): readonly string[] {
  const scenario = createGeneratedLayers(gfx, descriptor);
  const issued = new Set<number>();
  runScenario(scenario, (t) => {
    if (t.kind === 'memory-issued') issued.add(t.pc);
  });
  return decodeCached(scenario.programs[0]!.words, gfx, 64)
    .instructions.filter(({ pc, memory }) => memory !== undefined && !issued.has(pc))
    .map(({ pc, mnemonic }) => `${mnemonic} at ${pc}`);
}

/** Returns the maximum number of times that any wave issued the same store. */
function findMaxStoresPerWave(gfx: (typeof GENERATIONS)[number], descriptor: ProgramDescriptor): number {
  const counts = new Map<string, number>();
  runScenario(createGeneratedLayers(gfx, descriptor), (t) => {
    if (t.kind !== 'memory-issued' || t.operation !== 'store') return;
    const key = `${t.wave} ${t.pc}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  return Math.max(0, ...counts.values());
}

describe.each(GENERATIONS)('generated programs on %s', (gfx) => {
  it.each(programs.allFeatures(gfx).shapes)('issue every access in a %s section', (shape) => {
    const features = { ...programs.allFeatures(gfx), shapes: [shape], parts: false };
    for (const descriptor of fc.sample(programs.arbitrary(gfx, features), { numRuns: 3, seed: 5 })) {
      expect(findUnissuedAccesses(gfx, { ...descriptor, discards: NO_DISCARDS })).toEqual([]);
    }
  });

  it.each(['plain', 'uniform-if', 'divergent-if', 'switch'] as const)(
    'access both buffers from one wave in a %s section',
    (shape) => {
      const features = { ...programs.allFeatures(gfx), shapes: [shape], parts: false };
      const [sampled] = fc.sample(programs.arbitrary(gfx, features), { numRuns: 1, seed: 6 });
      const steps = new Array(3).fill(WATERFALL_UPDATE).map((step, i) => (i === 0 ? step : 'alu'));
      const section = { ...sampled!.section, pairs: 1 as const, leavesLoad: false, steps };
      expect(findMaxStoresPerWave(gfx, { ...sampled!, section, discards: NO_DISCARDS })).toBe(2);
    },
  );
});

const WATERFALL_UPDATE = {
  operation: 'update',
  path: 'waterfall',
  object: 'first',
  slot: 0,
  size: 'b32',
  atomic: 'swap',
} as const;
