import { expect, it } from 'vitest';
import { SEPARATE_MEMORY } from '../../../arch/index.js';
import { AccessRecord } from '../../../rtl-model/memory/access-record.js';
import { Gl2Channels } from '../../../rtl-model/memory/texture-queues.js';

/** Creates an access that touches the given lines. */
function makeAccess(...lines: readonly number[]): AccessRecord {
  const record = new AccessRecord(0, SEPARATE_MEMORY);
  record.lines.set(lines);
  record.lineCount = lines.length;
  return record;
}

it('each GL2 channel serves one line per cycle in arrival order, and an access completes with its slowest line', () => {
  const channels = new Gl2Channels();
  expect(channels.serve(makeAccess(), 10)).toBe(10);
  expect(channels.serve(makeAccess(0, 64, 128, 1), 10)).toBe(13);
  expect(channels.serve(makeAccess(1), 10)).toBe(12);
  expect(channels.serve(makeAccess(0), 11)).toBe(14);
  expect(channels.serve(makeAccess(0), 40)).toBe(41);
});
