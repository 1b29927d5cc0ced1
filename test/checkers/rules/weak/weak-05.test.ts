import { LitmusStream } from './support/litmus-stream.js';

function encodeArgument(id: number): number {
  return id | (1 << 31);
}

/** Returns a stream in which, in one run, the first poll by thread 1 (wave id 1) reads `id` as the exiting id. */
function createPollStream(id: number): LitmusStream {
  const stream = new LitmusStream('litmus_id_wrap').formAll();
  return stream.setAllResults(encodeArgument(0), encodeArgument(1)).addPoll(4, 1, id);
}

test('fires if no wave waits for a wave with a larger id', () => {
  const [finding, ...others] = createPollStream(0).findings;
  expect(finding).toMatchObject({ rule: 'WEAK-05' });
  expect(finding!.observed).toContain('spans the wraparound');
  expect(others).toEqual([]);
});

test('does not fire if a wave waits for a wave with a larger id', () => {
  expect(createPollStream(7).findings).toEqual([]);
});
