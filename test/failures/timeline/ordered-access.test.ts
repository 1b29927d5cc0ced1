import { isOrdered } from '../../../failures/timeline/wave-life.js';
import type { MemoryIssued } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';
import { Stream } from '../../checkers/support/stream.js';

const { scenario } = new Stream(scene());
const { address } = scenario.memory.find(({ name }) => name === scenario.ordered[0]!.object)!;

/** Creates a two-texel load by lane 0 alone, with the second texel at address `second`. */
function createGather(second: number): MemoryIssued {
  const addresses = new Float64Array(128);
  addresses[64] = second;
  return {
    ...{ kind: 'memory-issued', cycle: 1, wave: 0, pc: 0, access: 0, space: 'image', operation: 'load' },
    ...{ addresses, bytes: 4, texelsPerLane: 2, lanesLo: 1, lanesHi: 0 },
  } as unknown as MemoryIssued;
}

it('isOrdered returns true for an access if an active lane reads any texel from ordered memory', () => {
  expect(isOrdered(createGather(address), scenario)).toBe(true);
  expect(isOrdered(createGather(0), scenario)).toBe(false);
});
