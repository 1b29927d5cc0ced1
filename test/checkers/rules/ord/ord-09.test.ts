import { expect, test } from 'vitest';
import type { Draw, Scenario, Verdict } from '../../../../transactions/index.js';
import { RMW_LANDMARKS, rmwScene } from '../../support/corpus-scene.js';
import type { QuadText } from '../../support/quad-text.js';
import { firedRules, Stream } from '../../support/stream.js';

const FACTOR = 3;
const WORDS = 256;

function createScene(changes: Partial<Draw>): Scenario {
  const plain = rmwScene(FACTOR, 4);
  return { ...plain, draws: [{ ...plain.draws[0], ...changes }] };
}

const UNORDERED = createScene({ interlock: 'pixel-unordered' });

const quad = (primitive: number): QuadText => ({ x: 0, y: 0, primitive });

/** Returns the buffer's content after the given primitives have updated the four pixels of the first quad. */
function getContentAfter(...primitives: number[]): Int32Array {
  const words = new Int32Array(WORDS);
  for (const primitive of primitives) {
    for (const word of [0, 1, 16, 17]) words[word] = Math.imul(words[word], FACTOR) + primitive;
  }
  return words;
}

/** Checks a run of primitives 1 and 2 in waves 0 and 1, with the given order of sections and final memory. */
function judgeSections(scenario: Scenario, sections: readonly number[], words: Int32Array): Verdict {
  const stream = new Stream(scenario, RMW_LANDMARKS).form([quad(1)]).form([quad(2)]);
  for (const wave of sections) stream.section(wave).end(wave);
  return stream
    .quiesce()
    .add({ kind: 'memory-dumped', cycle: stream.cycle + 1, object: 'buffer', words })
    .judge();
}

const fired = (verdict: Verdict): string[] =>
  firedRules(verdict).filter((rule) => ['ORD-01', 'ORD-02', 'ORD-03', 'ORD-09'].includes(rule));

test('does not fire for either order of the sections if memory matches', () => {
  const forwards = judgeSections(UNORDERED, [0, 1], getContentAfter(1, 2));
  expect(fired(forwards)).toEqual([]);
  expect(forwards.armed['ORD-09']).toBe(WORDS);
  expect(fired(judgeSections(UNORDERED, [1, 0], getContentAfter(2, 1)))).toEqual([]);
});

test('fires when a section was lost, or memory matches an order that did not occur', () => {
  expect(fired(judgeSections(UNORDERED, [0, 1], getContentAfter(2)))).toEqual(['ORD-09']);
  const verdict = judgeSections(UNORDERED, [1, 0], getContentAfter(1, 2));
  expect(fired(verdict)).toEqual(['ORD-09']);
  const [violation] = verdict.violations.filter(({ rule }) => rule === 'ORD-09');
  expect(violation.place.pixel).toEqual([0, 0]);
  expect(violation.allowed).toContain('0x00000007');
  expect(violation.observed).toContain('0x00000005');
});

test('checks relaxed draws the same way, but leaves ordered draws to other rules', () => {
  const relaxed = createScene({ order: 'relaxed' });
  expect(fired(judgeSections(relaxed, [1, 0], getContentAfter(2, 1)))).toEqual([]);
  expect(fired(judgeSections(relaxed, [1, 0], getContentAfter(1)))).toEqual(['ORD-09']);
  expect(judgeSections(rmwScene(FACTOR, 4), [0, 1], getContentAfter(1, 2)).armed['ORD-09']).toBe(0);
});

test('the rule is reported as unchecked if sections interleave, since they have no serial order', () => {
  const stream = new Stream(UNORDERED, RMW_LANDMARKS).form([quad(1)]).form([quad(2)]);
  for (const wave of [0, 1, 0, 1]) stream.access({ wave });
  for (const wave of [0, 1]) stream.access({ wave, operation: 'store' }).message(wave).end(wave);
  stream.quiesce();
  const verdict = stream
    .add({ kind: 'memory-dumped', cycle: stream.cycle + 1, object: 'buffer', words: getContentAfter(2) })
    .judge();
  expect(fired(verdict)).toEqual(['ORD-01']);
  expect(verdict.unchecked).toContainEqual({ rule: 'ORD-09', missing: 'a serial order of the sections' });
});

test('orders a wave after every earlier wave that it overlaps, even if each overlaps it at other pixels', () => {
  const distant: QuadText = { x: 4, y: 0, primitive: 3 };
  const stream = new Stream(UNORDERED, RMW_LANDMARKS).form([quad(1), { ...distant, primitive: 1 }]);
  stream.form([quad(2)]).form([distant]);
  for (const wave of [1, 2, 0]) stream.section(wave).end(wave);
  const words = getContentAfter(2, 1);
  for (const word of [4, 5, 20, 21]) words[word] = 3 * FACTOR + 1;
  stream.quiesce().add({ kind: 'memory-dumped', cycle: stream.cycle + 1, object: 'buffer', words });
  const verdict = stream.judge();
  expect(fired(verdict)).toEqual([]);
  expect(verdict.armed['ORD-09']).toBe(WORDS);
});
