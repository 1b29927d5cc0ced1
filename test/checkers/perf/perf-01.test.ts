import { expect, test } from 'vitest';
import { scene } from '../support/scenes.js';
import { firedRules, Stream } from '../support/stream.js';

/** A wave, and eight that are told of overlaps with it, so many of which share no pixel with it. */
function told(falsely: number): Stream {
  const stream = new Stream(scene({ freedoms: { falseOverlap: 50 }, primitives: 10 }));
  stream.form([{ x: 0, y: 0, primitive: 0 }]);
  for (let i = 0; i < 8; i++)
    stream.form([{ x: i < falsely ? 2 + 2 * i : 0, y: 0, primitive: i + 1 }], {
      didOverlap: true,
      newest: i,
    });
  return stream;
}

test('warns with the share when more than a quarter of the overlaps told are none', () => {
  const { violations } = told(3).judge();
  const found = violations.find(({ rule }) => rule === 'PERF-01');
  expect(found).toMatchObject({ severity: 'warning' });
  expect(found?.observed).toMatch(/^3 of 8 have/);
});

test('is silent when a quarter is', () => {
  const verdict = told(2).judge();
  expect(firedRules(verdict)).not.toContain('PERF-01');
  expect(verdict.armed['PERF-01']).toBe(1);
});
