import type { MemoryIssued, Transaction } from '../../../../transactions/index.js';
import { makeLaunch } from '../../support/launches.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

const BUFFER = scene().memory[0].address;

/** The words of `ds_read_b32 v0, v1` on GFX10. */
const LDS_LOAD = [0xd8d80000, 0x00000001];
/** The words of `global_load_dword v0, v1, off` on GFX10. */
const GLOBAL_LOAD = [0xdc308000, 0x007d0001];

/** Creates a load by 32 lanes from dwords `stride` bytes apart that leaves the address unit in `departureCycle`. */
function createLoad(cycle: number, departureCycle: number, stride = 4): Transaction {
  return {
    kind: 'memory-issued',
    cycle,
    wave: 0,
    pc: 0,
    access: cycle,
    operation: 'load',
    space: 'global',
    counter: 'vm',
    lanesLo: -1,
    lanesHi: 0,
    addresses: Float64Array.from({ length: 64 }, (_, lane) => (lane < 32 ? BUFFER + stride * lane : -1)),
    bytes: 4,
    glc: false,
    dlc: false,
    slc: false,
    left: departureCycle,
  };
}

const createQueueFullEvent = (cycle: number): Transaction => ({
  kind: 'address-unit-full',
  cycle,
  wave: 0,
  pc: 0,
});

/** Returns whether the rule fires for these transactions of the first wave. The unit's queue has two entries. */
function fires(...transactions: readonly Transaction[]): boolean {
  const baseScene = scene();
  const stream = new Stream({ ...baseScene, freedoms: { ...baseScene.freedoms, taQueue: 2 } });
  stream.form([{ x: 0, y: 0, primitive: 0 }]).add(makeLaunch(5, 0, 0));
  for (const transaction of transactions) stream.add(transaction);
  return listFiredRules(stream.judge()).includes('WIRE-12');
}

test('32 consecutive dwords take the address unit one cycle, and each additional line takes one more', () => {
  expect(fires(createLoad(10, 11))).toBe(false);
  expect(fires(createLoad(10, 12))).toBe(true);
  expect(fires(createLoad(10, 12, 8))).toBe(false);
  expect(fires(createLoad(10, 11, 8))).toBe(true);
});

test('accesses leave in issue order, one after another', () => {
  expect(fires(createLoad(10, 12, 8), createLoad(11, 13))).toBe(false);
  expect(fires(createLoad(10, 12, 8), createLoad(11, 12))).toBe(true);
});

test('a wave keeps sending accesses, and waits only when the queue is full', () => {
  expect(fires(createLoad(10, 14, 16), createLoad(10, 15), createQueueFullEvent(11))).toBe(false);
  expect(fires(createLoad(10, 14, 16), createQueueFullEvent(11))).toBe(true);
  expect(fires(createLoad(10, 14, 16), createLoad(10, 15), createLoad(13, 16))).toBe(true);
  expect(fires(createLoad(10, 14, 16), createLoad(10, 15), createLoad(14, 16))).toBe(false);
});

test('only instructions that use the address unit wait for it', () => {
  const firesFor = (words: readonly number[]): boolean => {
    const baseScene = scene();
    const programs = baseScene.programs.map((program) => ({ ...program, words: [...words, 0xbf810000] }));
    const stream = new Stream({ ...baseScene, programs, freedoms: { ...baseScene.freedoms, taQueue: 2 } });
    stream.form([{ x: 0, y: 0, primitive: 0 }]).add(makeLaunch(5, 0, 0));
    for (const transaction of [createLoad(10, 14, 16), createLoad(10, 15), createQueueFullEvent(11)])
      stream.add(transaction);
    return listFiredRules(stream.judge()).includes('WIRE-12');
  };
  expect(firesFor(LDS_LOAD)).toBe(true);
  expect(firesFor(GLOBAL_LOAD)).toBe(false);
});

test('an access to unmapped addresses may leave at any time, but takes its place in the queue', () => {
  const unmap = (load: Transaction): Transaction => ({
    ...(load as MemoryIssued),
    addresses: new Float64Array(64).fill(2 ** 40),
  });
  expect([fires(createLoad(10, 13)), fires(unmap(createLoad(10, 13)))]).toEqual([true, false]);
  const late = [unmap(createLoad(10, 20)), unmap(createLoad(11, 21))];
  expect([fires(...late), fires(...late, unmap(createLoad(12, 22)))]).toEqual([false, true]);
});
