import { expect, test } from 'vitest';
import { scene } from '../../support/scenes.js';
import { Stream } from '../../support/stream.js';

const LOW = { x: 0, y: 0, primitive: 0, masks: [1, 1, 1, 1] as const };
const HIGH = { x: 0, y: 0, primitive: 1, masks: [2, 2, 2, 2] as const };

/** The rule's severities if two waves access a word per pixel, by default under a sample interlock. */
function severitiesOf(
  quads: readonly [typeof LOW | typeof HIGH, typeof LOW | typeof HIGH | object],
  operation: 'load' | 'store' | 'atomic' = 'store',
  { coherent = true, interlock = 'sample-ordered' as 'sample-ordered' | 'pixel-ordered' } = {},
): string[] {
  const plain = scene({ draw: { interlock, samples: 4 } });
  const ordered = plain.ordered.map((memory) => ({ ...memory, coherent }));
  const stream = new Stream({ ...plain, ordered });
  for (const quad of quads) stream.form([quad as typeof LOW]);
  const verdict = stream.access({ wave: 0, operation }).access({ wave: 1, operation }).judge();
  return verdict.violations.filter(({ rule }) => rule === 'ORD-13').map(({ severity }) => severity);
}

test('fires for two primitives that write one word of a pixel without a common sample', () => {
  expect(severitiesOf([LOW, HIGH])).toEqual(['error']);
});

test('warns if the program does not declare shared memory coherent', () => {
  expect(severitiesOf([LOW, HIGH], 'store', { coherent: false })).toEqual(['warning']);
});

test('fires if a load requests coherence', () => {
  const stream = new Stream(scene({ draw: { interlock: 'sample-ordered', samples: 4 } }));
  stream.form([LOW]).form([HIGH]).access({ wave: 0, operation: 'store' }).access({ wave: 1 });
  expect(stream.judge().violations.map(({ rule, severity }) => `${rule} ${severity}`)).toContain(
    'ORD-13 error',
  );
});

test.each([
  ['hold a common sample', [LOW, { ...HIGH, masks: [3, 3, 3, 3] }], 'store'],
  ['only read the word', [LOW, HIGH], 'load'],
  ['access the word by atomics alone', [LOW, HIGH], 'atomic'],
  ['are one primitive', [LOW, { ...HIGH, primitive: 0 }], 'store'],
  ['access other pixels', [LOW, { ...HIGH, x: 2 }], 'store'],
] as const)('is silent where two invocations %s', (_, quads, operation) => {
  expect(severitiesOf(quads, operation)).toEqual([]);
});

test('is silent under a pixel interlock, which orders both', () => {
  expect(severitiesOf([LOW, HIGH], 'store', { interlock: 'pixel-ordered' })).toEqual([]);
});

test('is silent for a word that another pixel accesses too, which no interlock orders', () => {
  const stream = new Stream(scene({ draw: { interlock: 'sample-ordered', samples: 4 } }));
  const word = { operation: 'store', wave: 0 } as const;
  stream
    .form([LOW])
    .form([HIGH])
    .form([{ ...LOW, x: 2, primitive: 2 }]);
  // Two pixels right and two words back: the third wave stores where the others do.
  stream
    .access(word)
    .access({ ...word, wave: 1 })
    .access({ ...word, wave: 2, base: 0x100000 - 8 });
  expect(stream.judge().violations.filter(({ rule }) => rule === 'ORD-13')).toEqual([]);
});

test('is silent in scenes with coarse fragments, which hold several pixels', () => {
  const registers = { GE_VRS_RATE: 0x11 };
  const draw = { interlock: 'sample-ordered', samples: 4, registers } as const;
  const stream = new Stream(scene({ chip: 'navi31', draw }));
  stream.form([LOW]).form([HIGH]).access({ wave: 0, operation: 'store' }).access({ wave: 1 });
  expect(stream.judge().violations.filter(({ rule }) => rule === 'ORD-13')).toEqual([]);
});
