import { scene } from '../../../support/scenes.js';
import { Stream } from '../../../support/stream.js';

/** The quad that each wave in these tests covers. */
export const QUAD = { x: 0, y: 0, primitive: 0 };

/** Returns a stream whose wave issues `returnedCount` loads that return, then `count` loads that stay in flight. */
export function issueLoads(count: number, returnedCount = 0): Stream {
  const stream = new Stream(scene()).form([QUAD]);
  for (let i = 0; i < returnedCount + count; i++) {
    const access = stream.issue({ wave: 0 });
    if (i >= returnedCount) continue;
    stream.perform(0, access);
    stream.add({ kind: 'memory-returned', cycle: stream.cycle + 1, wave: 0, access, counter: 'vm' });
  }
  return stream;
}
