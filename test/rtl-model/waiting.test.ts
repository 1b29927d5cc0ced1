import { findWaiters, type WaitingUnits } from '../../rtl-model/waiting.js';
import { STATUS, Wave } from '../../rtl-model/wave.js';

/** Returns `units`, with idle defaults for the other units that can report waiting waves. */
function makeIdleUnits(units: object): WaitingUnits {
  const launcher = { running: [], work: [], missingResource: () => 'slot' };
  return { launcher, packers: [], trackers: [], ...units } as unknown as WaitingUnits;
}

/** Returns a wave with the given number and state. It has no current instruction, because its program is empty. */
function makeWave(number: number, state: object): Wave {
  return Object.assign(
    new Wave(0),
    { number, state: { next: 0 }, work: { program: { instructions: [] } } },
    state,
  );
}

/** Returns what each running wave is waiting for. */
function findCauses(...waves: readonly Wave[]) {
  const launcher = { running: [undefined, ...waves], work: [], missingResource: () => 'slot' };
  const trackers = [{ exitingId: 5 }, { exitingId: 6 }];
  return findWaiters(makeIdleUnits({ launcher, trackers })).map(({ index, cause }) => ({ index, ...cause }));
}

it('reports the first counter above its threshold or, once the wave has ended, the first nonzero one', () => {
  const thresholds = [3, 63, 0, 7];
  const findCause = (status: number, counters: readonly number[]) =>
    findCauses(makeWave(4, { status, thresholds, counters }))[0];
  expect(findCause(STATUS.COUNTER, [3, 5, 1, 0])).toEqual({ index: 4, on: 'counter', counter: 'lgkm' });
  expect(findCause(STATUS.COUNTER, [4, 0, 1, 0])).toEqual({ index: 4, on: 'counter', counter: 'vm' });
  expect(findCause(STATUS.DRAINING, [0, 0, 0, 1])).toEqual({ index: 4, on: 'counter', counter: 'exp' });
  expect(findCause(STATUS.DRAINING, [0, 1, 0, 0])).toEqual({ index: 4, on: 'counter', counter: 'vs' });
  expect(findCause(STATUS.DRAINING, [0, 0, 1, 0])).toEqual({ index: 4, on: 'counter', counter: 'lgkm' });
  expect(findCause(STATUS.DRAINING, [1, 2, 0, 0])).toEqual({ index: 4, on: 'counter', counter: 'vm' });
  expect(findCause(STATUS.DRAINING, [0, 2, 1, 1])).toEqual({ index: 4, on: 'counter', counter: 'vs' });
});

it('reports the other reasons for waiting, including the packer of a wave if it has one', () => {
  const packer = 1;
  const waves = [STATUS.SLEEPING, STATUS.PARKED, STATUS.FETCH, STATUS.EXPORT_READY, STATUS.BARRIER].map(
    (status, number) => makeWave(number, { status, packer }),
  );
  expect(findCauses(...waves).map(({ index, ...cause }) => cause)).toEqual([
    { on: 'sleep' },
    { on: 'exiting-id', packer: 1, exiting: 6 },
    { on: 'fetch' },
    { on: 'export-ready' },
    { on: 'barrier' },
  ]);
  const findSpace = (group: unknown) =>
    findCauses(makeWave(0, { status: STATUS.EXPORT_SPACE, packer, group }))[0];
  expect(findSpace(undefined)).toEqual({ index: 0, on: 'export-space', packer: 1 });
  expect(findSpace({})).toEqual({ index: 0, on: 'export-space', packer: -1 });
  const findHalt = (haltReason: string) => findCauses(makeWave(0, { status: STATUS.RUNNING, haltReason }))[0];
  expect(findHalt('a fault')).toMatchObject({ on: 'halted', reason: 'a fault' });
  expect(findHalt('')).toMatchObject({ on: 'halted', reason: 'nothing can resume it' });
});

it('reports packers that are waiting or have an open wave, and what the first unlaunched wave needs', () => {
  const makeQueue = (staged: boolean) => [7, 8].map((number) => makeWave(number, { launch: { staged } }));
  const packers = [
    { waitsFor: 'drain', hasOpenWave: true, waiting: [] },
    { waitsFor: undefined, hasOpenWave: true, waiting: makeQueue(true) },
    { waitsFor: undefined, hasOpenWave: false, waiting: makeQueue(false) },
  ];
  const waiters = findWaiters(makeIdleUnits({ packers }));
  expect(waiters.map(({ unit, index, cause }) => [unit, index, cause.on])).toEqual([
    ['packer', 0, 'drain'],
    ['packer', 1, 'halted'],
    ['wave', 7, 'launch-resource'],
    ['wave', 8, 'launch-order'],
    ['wave', 7, 'launch-order'],
    ['wave', 8, 'launch-order'],
  ]);
  const launcher = { running: [], work: [{ waiting: makeQueue(true) }], missingResource: () => 'slot' };
  expect(findWaiters(makeIdleUnits({ launcher })).map(({ cause }) => cause)).toEqual([
    { on: 'launch-resource', resource: 'slot' },
    { on: 'launch-order' },
  ]);
});

describe('a wave in an infinite loop', () => {
  const scalar = { pc: 0, kind: 'scalar', readsExitingId: false };
  const poll = { ...scalar, readsExitingId: true };
  const load = { ...scalar, kind: 'memory' };
  const EXITING = { on: 'exiting-id', packer: 1, exiting: 6 };
  const findCause = (body: readonly object[], reason = 'same-state', packerEnabled = true) => {
    // Code before and after the loop is irrelevant.
    const instructions = [poll, load, ...body, load, poll].map((instruction, pc) => ({
      ...instruction,
      pc: 4 * pc,
    }));
    const loops = { endless: { first: 2, last: body.length + 1, reason }, loadedFrom: 0x40 };
    const work = { program: { instructions } };
    const { index: _, ...loopCause } = findCauses(
      makeWave(0, { loops, work, packer: 1, section: { packerEnabled } }),
    )[0]!;
    return loopCause;
  };
  const makeLoopCause = (body: readonly object[], address: number, reason = 'same-state') => {
    const last = 4 * (body.length + 1);
    return { on: 'loop', first: 8, last, why: reason, address };
  };

  it('waits for the exiting id if it only polls, and otherwise for its load', () => {
    expect(findCause([poll, scalar])).toEqual(EXITING);
    expect(findCause([scalar, poll])).toEqual(EXITING);
    expect(findCause([poll, load])).toEqual(makeLoopCause([poll, load], 0x40));
    expect(findCause([load, scalar])).toEqual(makeLoopCause([load, scalar], 0x40));
    expect(findCause([scalar, scalar])).toEqual(makeLoopCause([scalar, scalar], -1));
  });

  it('does not wait for an exiting id without a packer or a path out of the loop', () => {
    expect(findCause([poll, scalar], 'same-state', false)).toEqual(makeLoopCause([poll, scalar], -1));
    expect(findCause([poll, scalar], 'no-way-out')).toEqual(makeLoopCause([poll, scalar], -1, 'no-way-out'));
  });
});
