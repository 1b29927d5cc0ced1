import { expect, test } from 'vitest';
import { LitmusStream } from './support/litmus-stream.js';

/** The collision argument of an overlapping wave with this id. */
function argument(id: number): number {
  return id | (1 << 31);
}

/** A stream with one run in which the thread with id 1 first polls exiting id `id`. */
function withPoll(id: number): LitmusStream {
  const stream = new LitmusStream('litmus_id_wrap').formAll();
  return stream.allResults(argument(0), argument(1)).polled(4, 1, id);
}

test('fires if no wave waits for one with a larger id', () => {
  const [finding, ...others] = withPoll(0).found;
  expect(finding).toMatchObject({ rule: 'WEAK-05' });
  expect(finding!.observed).toContain('across their wrap');
  expect(others).toEqual([]);
});

test('is silent if a wave waits for one with a larger id', () => {
  expect(withPoll(7).found).toEqual([]);
});
