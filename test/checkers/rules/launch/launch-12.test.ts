import { createScoreboards } from '../../../../checkers/index.js';
import type { Transaction, Violation } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';

const FIRST_CYCLE = { cycle: 1 } as const;
const begin = (draw: number): Transaction => ({ kind: 'draw-begin', ...FIRST_CYCLE, draw });
const end = (draw: number): Transaction => ({ kind: 'draw-end', ...FIRST_CYCLE, draw });
const scan = (draw: number, ...primitives: number[]): Transaction[] =>
  primitives.map((primitive) => ({ kind: 'primitive', ...FIRST_CYCLE, draw, primitive }));

/** Returns the LAUNCH-12 violations in a stream for two draws with two primitives each. */
function findViolations(...stream: Transaction[]): readonly Violation[] {
  const scoreboards = createScoreboards(scene({ primitives: 2, moreDraws: [{}] }));
  for (const transaction of stream) scoreboards.observe(transaction);
  return scoreboards.finish().violations.filter(({ rule }) => rule === 'LAUNCH-12');
}

test('does not fire for draws and primitives in API order', () => {
  expect(findViolations(begin(0), ...scan(0, 0, 1), end(0), begin(1), ...scan(1, 2, 3), end(1))).toEqual([]);
});

test('does not fire for a draw that is still forming waves while the next one is scanned', () => {
  expect(
    findViolations(begin(0), ...scan(0, 0, 1), begin(1), ...scan(1, 2), end(0), ...scan(1, 3), end(1)),
  ).toEqual([]);
});

test.each([
  ['a primitive scanned twice', [begin(0), ...scan(0, 0, 0, 1), end(0)], 'Primitive 1 is scanned next.'],
  ['two primitives in reverse order', [begin(0), ...scan(0, 1, 0), end(0)], 'Primitive 0 is scanned next.'],
  ['a missing primitive', [begin(0), ...scan(0, 0), end(0)], 'Draw 0 ends after its last primitive, 1.'],
  ['a draw without primitives', [begin(0), end(0)], 'Draw 0 ends after its last primitive, 1.'],
  ['a draw that begins too early', [begin(1), ...scan(1, 2, 3), end(1)], 'Draw 0 begins next.'],
  [
    'a primitive from a different draw',
    [begin(0), ...scan(0, 0), ...scan(1, 1), end(0)],
    'Draw 0 is being scanned.',
  ],
  ['a draw that ends twice', [begin(0), ...scan(0, 0, 1), end(0), end(0)], 'No draw is being scanned.'],
  [
    'a draw that ends before the previous one',
    [begin(0), ...scan(0, 0, 1), begin(1), ...scan(1, 2, 3), end(1)],
    'Draw 0 is being scanned.',
  ],
  [
    'a draw that the next one cuts short',
    [begin(0), ...scan(0, 0), begin(1), ...scan(1, 2, 3), end(0)],
    'Primitive 1 is scanned next.',
  ],
  [
    'an extra primitive before the next draw',
    [begin(0), ...scan(0, 0, 1, 2), begin(1), ...scan(1, 3), end(0)],
    'Draw 0 ends after its last primitive, 1.',
  ],
  ['a draw that begins again', [begin(0), ...scan(0, 0, 1), end(0), begin(0)], 'Draw 1 begins next.'],
])('fires for %s', (_, stream, allowed) => {
  expect(findViolations(...stream)[0]).toMatchObject({ allowed, unit: 'sc' });
});

test('reports a missing draw-begin if draws end or scan primitives without one', () => {
  for (const stream of [[end(0), end(1)], scan(0, 0, 1)]) {
    const scoreboards = createScoreboards(scene({ primitives: 2, moreDraws: [{}] }));
    for (const transaction of stream) scoreboards.observe(transaction);
    const { unchecked } = scoreboards.finish();
    expect(unchecked).toContainEqual({ rule: 'LAUNCH-12', missing: expect.stringMatching(/^draw-begin/) });
  }
});
