import { scene } from '../../support/scenes.js';
import { Stream } from '../../support/stream.js';

const LOW_SAMPLE = { x: 0, y: 0, primitive: 0, masks: [1, 1, 1, 1] as const };
const HIGH_SAMPLE = { x: 0, y: 0, primitive: 1, masks: [2, 2, 2, 2] as const };

/**
 * Returns the severity of each ORD-13 violation when two waves access the same pixel's word. The default is a sample
 * interlock.
 */
function getSeverities(
  quads: readonly [typeof LOW_SAMPLE | typeof HIGH_SAMPLE, typeof LOW_SAMPLE | typeof HIGH_SAMPLE | object],
  operation: 'load' | 'store' | 'atomic' = 'store',
  { coherent = true, interlock = 'sample-ordered' as 'sample-ordered' | 'pixel-ordered' } = {},
): string[] {
  const baseScene = scene({ draw: { interlock, samples: 4 } });
  const ordered = baseScene.ordered.map((memory) => ({ ...memory, coherent }));
  const stream = new Stream({ ...baseScene, ordered });
  for (const quad of quads) stream.form([quad as typeof LOW_SAMPLE]);
  const verdict = stream.access({ wave: 0, operation }).access({ wave: 1, operation }).judge();
  return verdict.violations.filter(({ rule }) => rule === 'ORD-13').map(({ severity }) => severity);
}

test("fires if two primitives write to the same pixel's word but share no sample", () => {
  expect(getSeverities([LOW_SAMPLE, HIGH_SAMPLE])).toEqual(['error']);
});

test('warns if the program does not declare shared memory coherent', () => {
  expect(getSeverities([LOW_SAMPLE, HIGH_SAMPLE], 'store', { coherent: false })).toEqual(['warning']);
});

test('fires if a load requests coherence', () => {
  const stream = new Stream(scene({ draw: { interlock: 'sample-ordered', samples: 4 } }));
  stream.form([LOW_SAMPLE]).form([HIGH_SAMPLE]).access({ wave: 0, operation: 'store' }).access({ wave: 1 });
  expect(stream.judge().violations.map(({ rule, severity }) => `${rule} ${severity}`)).toContain(
    'ORD-13 error',
  );
});

test.each([
  ['share a sample', [LOW_SAMPLE, { ...HIGH_SAMPLE, masks: [3, 3, 3, 3] }], 'store'],
  ['only read the word', [LOW_SAMPLE, HIGH_SAMPLE], 'load'],
  ['only use atomics on the word', [LOW_SAMPLE, HIGH_SAMPLE], 'atomic'],
  ['are from one primitive', [LOW_SAMPLE, { ...HIGH_SAMPLE, primitive: 0 }], 'store'],
  ['access different pixels', [LOW_SAMPLE, { ...HIGH_SAMPLE, x: 2 }], 'store'],
] as const)('does not fire if two invocations %s', (_, quads, operation) => {
  expect(getSeverities(quads, operation)).toEqual([]);
});

test('does not fire with a pixel interlock, which orders both accesses', () => {
  expect(getSeverities([LOW_SAMPLE, HIGH_SAMPLE], 'store', { interlock: 'pixel-ordered' })).toEqual([]);
});

test('does not fire if another pixel also accesses the word, as no interlock orders different pixels', () => {
  const stream = new Stream(scene({ draw: { interlock: 'sample-ordered', samples: 4 } }));
  const word = { operation: 'store', wave: 0 } as const;
  stream
    .form([LOW_SAMPLE])
    .form([HIGH_SAMPLE])
    .form([{ ...LOW_SAMPLE, x: 2, primitive: 2 }]);
  // Two pixels to the right and two words back, so the third wave stores to the same address as the others.
  stream
    .access(word)
    .access({ ...word, wave: 1 })
    .access({ ...word, wave: 2, base: 0x100000 - 8 });
  expect(stream.judge().violations.filter(({ rule }) => rule === 'ORD-13')).toEqual([]);
});

test('does not fire in scenes with coarse fragments, which cover several pixels', () => {
  const registers = { GE_VRS_RATE: 0x11 };
  const draw = { interlock: 'sample-ordered', samples: 4, registers } as const;
  const stream = new Stream(scene({ chip: 'navi31', draw }));
  stream.form([LOW_SAMPLE]).form([HIGH_SAMPLE]).access({ wave: 0, operation: 'store' }).access({ wave: 1 });
  expect(stream.judge().violations.filter(({ rule }) => rule === 'ORD-13')).toEqual([]);
});
