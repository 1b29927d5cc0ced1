import type { Draw, Scenario, Verdict } from '../../../../transactions/index.js';
import { createRmwScene, RMW_LANDMARKS } from '../../support/corpus-scene.js';
import { listFiredRules, Stream } from '../../support/stream.js';
import type { TestQuad } from '../../support/test-quads.js';

const FACTOR = 3;
const WORDS = 256;

function createScene(changes: Partial<Draw>): Scenario {
  const baseScene = createRmwScene(FACTOR, 4);
  return { ...baseScene, draws: [{ ...baseScene.draws[0], ...changes }] };
}

const UNORDERED = createScene({ interlock: 'pixel-unordered' });

const quad = (primitive: number): TestQuad => ({ x: 0, y: 0, primitive });

/** Returns the buffer's content after the given primitives have updated the four pixels of the first quad. */
function getContentAfter(...primitives: number[]): Int32Array {
  const words = new Int32Array(WORDS);
  for (const primitive of primitives) {
    for (const word of [0, 1, 16, 17]) words[word] = Math.imul(words[word], FACTOR) + primitive;
  }
  return words;
}

/**
 * Checks a run with one wave for each of primitives 1 and 2. The waves' sections run in `waveOrder` and leave
 * `words` in memory.
 */
function checkSections(scenario: Scenario, waveOrder: readonly number[], words: Int32Array): Verdict {
  const stream = new Stream(scenario, RMW_LANDMARKS).form([quad(1)]).form([quad(2)]);
  for (const wave of waveOrder) stream.runSection(wave).end(wave);
  return stream
    .quiesce()
    .add({ kind: 'memory-dumped', cycle: stream.cycle + 1, object: 'buffer', words })
    .judge();
}

const listFiredOrderingRules = (verdict: Verdict): string[] =>
  listFiredRules(verdict).filter((rule) => ['ORD-01', 'ORD-02', 'ORD-03', 'ORD-09'].includes(rule));

test('does not fire if memory matches the order in which the sections ran', () => {
  const verdict = checkSections(UNORDERED, [0, 1], getContentAfter(1, 2));
  expect(listFiredOrderingRules(verdict)).toEqual([]);
  expect(verdict.armed['ORD-09']).toBe(WORDS);
  expect(listFiredOrderingRules(checkSections(UNORDERED, [1, 0], getContentAfter(2, 1)))).toEqual([]);
});

test('fires when a section is lost, or when memory matches an order that did not occur', () => {
  expect(listFiredOrderingRules(checkSections(UNORDERED, [0, 1], getContentAfter(2)))).toEqual(['ORD-09']);
  const verdict = checkSections(UNORDERED, [1, 0], getContentAfter(1, 2));
  expect(listFiredOrderingRules(verdict)).toEqual(['ORD-09']);
  const [violation] = verdict.violations.filter(({ rule }) => rule === 'ORD-09');
  expect(violation.place.pixel).toEqual([0, 0]);
  expect(violation.allowed).toContain('0x00000007');
  expect(violation.observed).toContain('0x00000005');
});

test('checks relaxed draws the same way, but leaves ordered draws to other rules', () => {
  const relaxed = createScene({ order: 'relaxed' });
  expect(listFiredOrderingRules(checkSections(relaxed, [1, 0], getContentAfter(2, 1)))).toEqual([]);
  expect(listFiredOrderingRules(checkSections(relaxed, [1, 0], getContentAfter(1)))).toEqual(['ORD-09']);
  expect(checkSections(createRmwScene(FACTOR, 4), [0, 1], getContentAfter(1, 2)).armed['ORD-09']).toBe(0);
});

test('is reported as unchecked if sections interleave, because no serial order exists', () => {
  const stream = new Stream(UNORDERED, RMW_LANDMARKS).form([quad(1)]).form([quad(2)]);
  for (const wave of [0, 1, 0, 1]) stream.access({ wave });
  for (const wave of [0, 1]) stream.access({ wave, operation: 'store' }).sendMessage(wave).end(wave);
  stream.quiesce();
  const verdict = stream
    .add({ kind: 'memory-dumped', cycle: stream.cycle + 1, object: 'buffer', words: getContentAfter(2) })
    .judge();
  expect(listFiredOrderingRules(verdict)).toEqual(['ORD-01']);
  expect(verdict.unchecked).toContainEqual({ rule: 'ORD-09', missing: 'a serial order of the sections' });
});

test('orders a wave after all earlier waves that it overlaps, even at different pixels', () => {
  const distantQuad: TestQuad = { x: 4, y: 0, primitive: 3 };
  const stream = new Stream(UNORDERED, RMW_LANDMARKS).form([quad(1), { ...distantQuad, primitive: 1 }]);
  stream.form([quad(2)]).form([distantQuad]);
  for (const wave of [1, 2, 0]) stream.runSection(wave).end(wave);
  const words = getContentAfter(2, 1);
  for (const word of [4, 5, 20, 21]) words[word] = 3 * FACTOR + 1;
  stream.quiesce().add({ kind: 'memory-dumped', cycle: stream.cycle + 1, object: 'buffer', words });
  const verdict = stream.judge();
  expect(listFiredOrderingRules(verdict)).toEqual([]);
  expect(verdict.armed['ORD-09']).toBe(WORDS);
});
