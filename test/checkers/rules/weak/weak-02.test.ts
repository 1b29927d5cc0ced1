import { LitmusStream } from './support/litmus-stream.js';

/**
 * Returns a stream in which all runs read the new y and the old x. In one of them, the writer and reader run on the
 * given compute units.
 */
function createStream(writerCu: number, readerCu: number): LitmusStream {
  const stream = new LitmusStream('litmus_sibling_l0').formAll().setAllResults(1, 0);
  return stream.serveFromL0(5, 0, writerCu).serveFromL0(5, 1, readerCu);
}

test("fires if no line goes stale in the L0 of a WGP's other compute unit", () => {
  const [finding, ...others] = createStream(1, 2).findings;
  expect(finding).toMatchObject({ rule: 'WEAK-02' });
  expect(finding!.observed).toContain('an L0 for each compute unit');
  expect(others).toEqual([]);
  expect(createStream(2, 2).findings).toHaveLength(1);
});

test('does not fire if one line goes stale', () => {
  expect(createStream(2, 3).findings).toEqual([]);
  expect(createStream(3, 2).findings).toEqual([]);
});
