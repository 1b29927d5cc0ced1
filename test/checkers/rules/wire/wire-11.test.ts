import type { MemoryIssued, Transaction, TranslationFailed } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

/** Returns whether the rule fires if translation fails for an access in cycle 100 followed by `following`. */
function fires(action: TranslationFailed['action'], ...following: readonly Transaction[]): boolean {
  const createFailure = (access: number, pc: number): Transaction => ({
    kind: 'translation-failed',
    cycle: 100,
    wave: 0,
    pc,
    access,
    action,
  });
  return firesForAccess(50, createFailure, ...following);
}

/**
 * Returns whether the rule fires for an access in cycle 100 followed by `following`. `xnackRate` percent of accesses
 * fail.
 */
function firesForAccess(
  xnackRate: number,
  createFailure: ((access: number, pc: number) => Transaction) | undefined,
  ...following: readonly Transaction[]
): boolean {
  const stream = new Stream(scene({ freedoms: { xnackRate, xnackLatency: [20, 40] } }));
  stream.form([{ x: 0, y: 0, primitive: 0 }]);
  const access = stream.issue({ wave: 0, cycle: 100 });
  if (createFailure !== undefined) stream.add(createFailure(access, stream.at.load));
  for (const transaction of following) stream.add(transaction);
  return listFiredRules(stream.judge()).includes('WIRE-11');
}

const issueAt = (cycle: number): Transaction => ({
  kind: 'instructions-issued',
  cycle,
  wave: 0,
  first: 0,
  last: 0,
});

test('a wave must not issue anything while its trap handler runs', () => {
  expect([fires('trap', issueAt(119)), fires('trap', issueAt(120))]).toEqual([true, false]);
  expect(fires('replay', issueAt(101))).toBe(false);
});

test.each([
  { kind: 'wait-done', pc: 0, vm: 0, vs: 0, lgkm: 0, exp: 0 },
  { kind: 'exported', pc: 0, target: 0, enabled: 0, done: false, vm: 0, vs: 0, lgkm: 0, exp: 0 },
  { kind: 'wave-ended', pc: 0, by: 'end', reason: '' },
] as const)('so neither may there be a report of $kind', (action) => {
  const at = (cycle: number): boolean => fires('trap', { ...action, cycle, wave: 0 });
  expect([at(119), at(120)]).toEqual([true, false]);
});

const performAccessAt = (cycle: number): Transaction => ({
  kind: 'memory-performed',
  cycle,
  wave: 0,
  access: 0,
  level: 'L2',
  data: new Int32Array(64),
});

test('an access must not take effect before its translation is retried', () => {
  expect([fires('replay', performAccessAt(119)), fires('replay', performAccessAt(120))]).toEqual([
    true,
    false,
  ]);
});

test('no access may succeed on its first attempt if every first translation fails', () => {
  expect([
    firesForAccess(100, undefined, performAccessAt(150)),
    firesForAccess(99, undefined, performAccessAt(150)),
  ]).toEqual([true, false]);
});

test('accesses to data shares are not translated, and another device may translate more than the rate says', () => {
  const firesFor = (space: MemoryIssued['space'], mayOmitKinds = false): boolean => {
    const stream = new Stream(scene({ freedoms: { xnackRate: 100, xnackLatency: [20, 40] } }));
    stream.form([{ x: 0, y: 0, primitive: 0 }]).issue({ wave: 0, cycle: 100 });
    stream.add({ ...(stream.transactions.pop() as MemoryIssued), space }).add(performAccessAt(150));
    stream.add({ kind: 'translation-failed', cycle: 160, wave: 0, pc: 0, access: 9, action: 'replay' });
    return listFiredRules(stream.judge({ mayOmitKinds })).includes('WIRE-11');
  };
  expect([firesFor('buffer'), firesFor('lds'), firesFor('gds')]).toEqual([true, false, false]);
  expect(firesFor('buffer', true)).toBe(false);
});

test('an unmapped access must never take effect, and its wave must keep its slot', () => {
  const performed = performAccessAt(150);
  const released: Transaction = { kind: 'resource-released', cycle: 200, wave: 0, slot: 0 };
  expect([fires('halt', performed), fires('halt', released)]).toEqual([true, true]);
  expect([fires('trap', performed), fires('trap', released), fires('halt', issueAt(110))]).toEqual([
    false,
    false,
    false,
  ]);
});

test('no translation fails in a scenario in which none may, except on another device', () => {
  const stream = new Stream(scene({ freedoms: { xnackRate: 0 } }));
  stream.form([{ x: 0, y: 0, primitive: 0 }]);
  const access = stream.issue({ wave: 0, cycle: 100 });
  stream.add({ kind: 'translation-failed', cycle: 100, wave: 0, pc: 0, access, action: 'replay' });
  const firesOn = (mayOmitKinds: boolean): boolean =>
    listFiredRules(stream.judge({ mayOmitKinds })).includes('WIRE-11');
  expect([firesOn(false), firesOn(true)]).toEqual([true, false]);
});
