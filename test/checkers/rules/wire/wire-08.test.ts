import type { Transaction } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

/** Creates a load that the first wave issues in `cycle`. */
function createLoad(cycle: number, space: 'flat' | 'global' = 'flat'): Transaction {
  return {
    kind: 'memory-issued',
    cycle,
    wave: 0,
    pc: 4 * cycle,
    access: cycle,
    operation: 'load',
    space,
    counter: 'vm',
    lanesLo: 0,
    lanesHi: 0,
    addresses: new Float64Array(64),
    bytes: 4,
    glc: false,
    dlc: false,
    slc: false,
  };
}

const createResponse = (cycle: number, requestCycle: number): Transaction => ({
  kind: 'flat-answered',
  cycle,
  wave: 0,
  pc: 4 * requestCycle,
  asked: requestCycle,
});

const RELEASE: Transaction = { kind: 'resource-released', cycle: 99, wave: 0, slot: 0 };

/** The words of `s_waitcnt lgkmcnt(0)` and `s_endpgm`. */
const WAIT_THEN_END = [0xbf8cc07f, 0xbf810000];

/** The completion of the wait at the start of the program. */
const WAIT_DONE: Transaction = {
  kind: 'wait-done',
  cycle: 50,
  wave: 0,
  pc: 0,
  vm: 0,
  vs: 0,
  lgkm: 0,
  exp: 0,
};

function fires(...transactions: readonly Transaction[]): boolean {
  const baseScene = scene();
  const programs = baseScene.programs.map((program) => ({ ...program, words: WAIT_THEN_END }));
  const stream = new Stream({ ...baseScene, programs });
  stream.form([{ x: 0, y: 0, primitive: 0 }]);
  for (const transaction of transactions) stream.add(transaction);
  return listFiredRules(stream.judge()).includes('WIRE-08');
}

test('a FLAT access must be answered before its wave releases its resources', () => {
  expect(fires(createLoad(10), createResponse(20, 10), RELEASE)).toBe(false);
  expect(fires(createLoad(10), createResponse(20, 10), createLoad(30), RELEASE)).toBe(true);
  expect(fires(createLoad(10), createResponse(20, 10), createLoad(30, 'global'), RELEASE)).toBe(false);
});

test('each FLAT access must be answered once, in issue order', () => {
  expect(fires(createLoad(10), createLoad(11), createResponse(20, 10), createResponse(21, 11))).toBe(false);
  expect(fires(createLoad(10), createLoad(11), createResponse(20, 11), createResponse(21, 10))).toBe(true);
  expect(fires(createLoad(10), createResponse(20, 10), createResponse(21, 10))).toBe(true);
});

test('a wait for lgkm must not end before the access is answered', () => {
  expect(fires(createLoad(10), createResponse(20, 10), WAIT_DONE)).toBe(false);
  expect(fires(createLoad(10), WAIT_DONE, createResponse(60, 10))).toBe(true);
});
