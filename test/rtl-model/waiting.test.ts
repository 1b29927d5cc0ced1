import { describe, expect, it } from 'vitest';
import { type RestingUnits, waitingParties } from '../../rtl-model/waiting.js';
import { STATUS, Wave } from '../../rtl-model/wave.js';

/** Returns the parts of the device that report which waves wait. */
function restingUnits(units: object): RestingUnits {
  const launcher = { running: [], work: [], missingResource: () => 'slot' };
  return { launcher, packers: [], trackers: [], ...units } as unknown as RestingUnits;
}

/** Returns a wave with the given number and state. It runs no program and therefore has no position. */
function waveIn(number: number, state: object): Wave {
  return Object.assign(
    new Wave(0),
    { number, state: { next: 0 }, work: { program: { instructions: [] } } },
    state,
  );
}

/** Returns the reasons why running waves wait. */
function causes(...waves: readonly Wave[]) {
  const launcher = { running: [undefined, ...waves], work: [], missingResource: () => 'slot' };
  const trackers = [{ exitingId: 5 }, { exitingId: 6 }];
  return waitingParties(restingUnits({ launcher, trackers })).map(({ index, cause }) => ({
    index,
    ...cause,
  }));
}

it('reports the counter that blocks a wave: the first above its threshold or, at the end of the wave, the first nonzero one', () => {
  const thresholds = [3, 63, 0, 7];
  const causeOf = (status: number, counters: readonly number[]) =>
    causes(waveIn(4, { status, thresholds, counters }))[0];
  expect(causeOf(STATUS.COUNTER, [3, 5, 1, 0])).toEqual({ index: 4, on: 'counter', counter: 'lgkm' });
  expect(causeOf(STATUS.COUNTER, [4, 0, 1, 0])).toEqual({ index: 4, on: 'counter', counter: 'vm' });
  expect(causeOf(STATUS.DRAINING, [0, 0, 0, 1])).toEqual({ index: 4, on: 'counter', counter: 'exp' });
  expect(causeOf(STATUS.DRAINING, [0, 1, 0, 0])).toEqual({ index: 4, on: 'counter', counter: 'vs' });
  expect(causeOf(STATUS.DRAINING, [0, 0, 1, 0])).toEqual({ index: 4, on: 'counter', counter: 'lgkm' });
  expect(causeOf(STATUS.DRAINING, [1, 2, 0, 0])).toEqual({ index: 4, on: 'counter', counter: 'vm' });
  expect(causeOf(STATUS.DRAINING, [0, 2, 1, 1])).toEqual({ index: 4, on: 'counter', counter: 'vs' });
});

it('reports the other reasons why a wave waits, with its packer if it has one', () => {
  const packer = 1;
  const waves = [STATUS.SLEEPING, STATUS.PARKED, STATUS.FETCH, STATUS.EXPORT_READY, STATUS.BARRIER].map(
    (status, number) => waveIn(number, { status, packer }),
  );
  expect(causes(...waves).map(({ index, ...cause }) => cause)).toEqual([
    { on: 'sleep' },
    { on: 'exiting-id', packer: 1, exiting: 6 },
    { on: 'fetch' },
    { on: 'export-ready' },
    { on: 'barrier' },
  ]);
  const space = (group: unknown) => causes(waveIn(0, { status: STATUS.EXPORT_SPACE, packer, group }))[0];
  expect(space(undefined)).toEqual({ index: 0, on: 'export-space', packer: 1 });
  expect(space({})).toEqual({ index: 0, on: 'export-space', packer: -1 });
  const halted = (haltReason: string) => causes(waveIn(0, { status: STATUS.RUNNING, haltReason }))[0];
  expect(halted('a fault')).toMatchObject({ on: 'halted', reason: 'a fault' });
  expect(halted('')).toMatchObject({ on: 'halted', reason: 'nothing can resume it' });
});

it('reports packers that wait or have an open wave, and the resource that the first unlaunched wave needs', () => {
  const queued = (staged: boolean) => [7, 8].map((number) => waveIn(number, { launch: { staged } }));
  const packers = [
    { waitsFor: 'drain', hasOpenWave: true, waiting: [] },
    { waitsFor: undefined, hasOpenWave: true, waiting: queued(true) },
    { waitsFor: undefined, hasOpenWave: false, waiting: queued(false) },
  ];
  const parties = waitingParties(restingUnits({ packers }));
  expect(parties.map(({ unit, index, cause }) => [unit, index, cause.on])).toEqual([
    ['packer', 0, 'drain'],
    ['packer', 1, 'halted'],
    ['wave', 7, 'launch-resource'],
    ['wave', 8, 'launch-order'],
    ['wave', 7, 'launch-order'],
    ['wave', 8, 'launch-order'],
  ]);
  const launcher = { running: [], work: [{ waiting: queued(true) }], missingResource: () => 'slot' };
  expect(waitingParties(restingUnits({ launcher })).map(({ cause }) => cause)).toEqual([
    { on: 'launch-resource', resource: 'slot' },
    { on: 'launch-order' },
  ]);
});

describe('a wave in an endless loop', () => {
  const plain = { pc: 0, kind: 'scalar', readsExitingId: false };
  const poll = { ...plain, readsExitingId: true };
  const load = { ...plain, kind: 'memory' };
  const EXITING = { on: 'exiting-id', packer: 1, exiting: 6 };
  const cause = (body: readonly object[], why = 'same-state', packerEnabled = true) => {
    // Code before and after the loop is irrelevant.
    const instructions = [poll, load, ...body, load, poll].map((instruction, pc) => ({
      ...instruction,
      pc: 4 * pc,
    }));
    const loops = { endless: { first: 2, last: body.length + 1, why }, loadedFrom: 0x40 };
    const work = { program: { instructions } };
    const { index: _, ...found } = causes(
      waveIn(0, { loops, work, packer: 1, section: { packerEnabled } }),
    )[0]!;
    return found;
  };
  const looping = (body: readonly object[], address: number, why = 'same-state') => {
    const last = 4 * (body.length + 1);
    return { on: 'loop', first: 8, last, why, address };
  };

  it('waits for the exiting id if it only polls, and otherwise for its load', () => {
    expect(cause([poll, plain])).toEqual(EXITING);
    expect(cause([plain, poll])).toEqual(EXITING);
    expect(cause([poll, load])).toEqual(looping([poll, load], 0x40));
    expect(cause([load, plain])).toEqual(looping([load, plain], 0x40));
    expect(cause([plain, plain])).toEqual(looping([plain, plain], -1));
  });

  it('does not wait for an exiting id if it has no packer or if no path leads out of the loop', () => {
    expect(cause([poll, plain], 'same-state', false)).toEqual(looping([poll, plain], -1));
    expect(cause([poll, plain], 'no-way-out')).toEqual(looping([poll, plain], -1, 'no-way-out'));
  });
});
