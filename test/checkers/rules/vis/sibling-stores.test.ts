import type { WaveRecord } from '../../../../checkers/evidence/ledger/wave-record.js';
import { SiblingStores } from '../../../../checkers/rules/vis/sibling-stores.js';
import type { MemoryIssued } from '../../../../transactions/index.js';

/** Creates a wave with two quads. Its lanes 0 and 4 shade samples of one pixel, for the given primitives. */
const createWave = (samples: number, primitives: readonly number[] = [7, 7]) =>
  ({
    facts: { draw: { samples } },
    lanePixels: Int32Array.of(3, -1, -1, -1, 3, -1, -1, -1),
    getPrimitive: (quad: number) => primitives[quad],
  }) as unknown as WaveRecord;

function createAccess(lane: number, address: number): MemoryIssued {
  const addresses = new Float64Array(64).fill(-1);
  addresses[lane] = address;
  return { lanesLo: 1 << lane, lanesHi: 0, addresses } as unknown as MemoryIssued;
}

function detectsRead(record: WaveRecord, reader: number, address = 64): boolean {
  const stores = new SiblingStores();
  stores.record(record, createAccess(0, 64));
  return stores.readsSiblingStore(record, createAccess(reader, address));
}

test('detects a lane that reads a value stored for another sample of its fragment', () => {
  expect(detectsRead(createWave(4), 4)).toBe(true);
});

test("ignores the lane's own store, other words or primitives, and single-sample pixels", () => {
  expect(detectsRead(createWave(4), 0)).toBe(false);
  expect(detectsRead(createWave(4), 4, 68)).toBe(false);
  expect(detectsRead(createWave(4, [7, 8]), 4)).toBe(false);
  expect(detectsRead(createWave(1), 4)).toBe(false);
});
