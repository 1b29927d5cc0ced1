import { expect, test } from 'vitest';
import { LitmusStream } from './support/litmus-stream.js';

/** Collision argument of an overlapping wave with this id. */
function argument(own: number): number {
  return own | (1 << 31);
}

/** In one run, the thread with id 1 first polled at this exiting id. */
function polled(id: number): LitmusStream {
  const stream = new LitmusStream('litmus_id_wrap').formAll();
  return stream.allResults(argument(0), argument(1)).polled(4, 1, id);
}

test('fires if no wave waits for one with a larger id', () => {
  const [finding, ...others] = polled(0).found;
  expect(finding).toMatchObject({ rule: 'WEAK-05' });
  expect(finding!.observed).toContain('across their wrap');
  expect(others).toEqual([]);
});

test('is silent if one does', () => {
  expect(polled(7).found).toEqual([]);
});
