import { expect, test } from 'vitest';
import type { Transaction } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { firedRules, Stream } from '../../support/stream.js';

/** A FLAT access by the first wave, issued in this cycle. */
function issuedIn(cycle: number, space: 'flat' | 'global' = 'flat'): Transaction {
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

const answeredIn = (cycle: number, asked: number): Transaction => ({
  kind: 'flat-answered',
  cycle,
  wave: 0,
  pc: 4 * asked,
  asked,
});

const released: Transaction = { kind: 'resource-released', cycle: 99, wave: 0, slot: 0 };

/** The words of `s_waitcnt lgkmcnt(0)` and the end of the program. */
const WAIT_THEN_END = [0xbf8cc07f, 0xbf810000];

/** The end of the wait at the start of the program. */
const waited: Transaction = { kind: 'wait-done', cycle: 50, wave: 0, pc: 0, vm: 0, vs: 0, lgkm: 0, exp: 0 };

/** Whether the rule fires if the first wave has these transactions. */
function fires(...transactions: readonly Transaction[]): boolean {
  const plain = scene();
  const programs = plain.programs.map((program) => ({ ...program, words: WAIT_THEN_END }));
  const stream = new Stream({ ...plain, programs });
  stream.form([{ x: 0, y: 0, primitive: 0 }]);
  for (const transaction of transactions) stream.add(transaction);
  return firedRules(stream.judge()).includes('WIRE-08');
}

test('a FLAT access is answered before its wave releases its resources', () => {
  expect(fires(issuedIn(10), answeredIn(20, 10), released)).toBe(false);
  expect(fires(issuedIn(10), answeredIn(20, 10), issuedIn(30), released)).toBe(true);
  expect(fires(issuedIn(10), answeredIn(20, 10), issuedIn(30, 'global'), released)).toBe(false);
});

test('each FLAT access is answered once, in issue order', () => {
  expect(fires(issuedIn(10), issuedIn(11), answeredIn(20, 10), answeredIn(21, 11))).toBe(false);
  expect(fires(issuedIn(10), issuedIn(11), answeredIn(20, 11), answeredIn(21, 10))).toBe(true);
  expect(fires(issuedIn(10), answeredIn(20, 10), answeredIn(21, 10))).toBe(true);
});

test('a wait for lgkm lasts until the access is answered', () => {
  expect(fires(issuedIn(10), answeredIn(20, 10), waited)).toBe(false);
  expect(fires(issuedIn(10), waited, answeredIn(60, 10))).toBe(true);
});
