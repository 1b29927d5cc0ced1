import { COUNTER_NAMES, type CounterName } from '../arch/index.js';
import type { WaitCause, Waiting } from '../transactions/index.js';
import { assert } from './kernel/assert.js';
import type { LaunchQueue } from './spi/launcher.js';
import { ALL_ZERO } from './sq/counters.js';
import { getPc } from './sq/sequencer.js';
import type { EndlessLoop } from './sq/wave-loops.js';
import type { Units } from './units.js';
import { STATUS, type Wave } from './wave.js';

/** The units that hold waiting waves and packers. */
export type WaitingUnits = Pick<Units, 'launcher' | 'packers' | 'trackers'>;

/** Lists the waves and packers still waiting in a quiescent device, and why. Empty if all work is done. */
export function findWaiters(device: WaitingUnits): Waiting[] {
  const waiters: Waiting[] = [];
  for (const wave of device.launcher.running) {
    if (wave !== undefined)
      waiters.push({ unit: 'wave', index: wave.number, pc: getPc(wave), cause: findCause(device, wave) });
  }
  device.packers.forEach((packer, index) => {
    const on = packer.waitsFor;
    if (on !== undefined) waiters.push({ unit: 'packer', index, pc: -1, cause: { on, packer: index } });
    else if (packer.hasOpenWave) {
      const reason = 'it never closes a partially filled wave';
      waiters.push({ unit: 'packer', index, pc: -1, cause: { on: 'halted', reason } });
    }
    for (const waiter of listQueuedWaiters(device, packer)) waiters.push(waiter);
  });
  for (const queue of device.launcher.work)
    for (const waiter of listQueuedWaiters(device, queue)) waiters.push(waiter);
  return waiters;
}

/**
 * Lists the waves waiting for launch. If the oldest one is staged, it is waiting for a resource. The others are waiting
 * for it.
 */
function listQueuedWaiters({ launcher }: WaitingUnits, { waiting }: LaunchQueue): Waiting[] {
  return waiting.map((wave, position) => {
    const isNext = position === 0 && wave.launch.staged;
    const cause: WaitCause = isNext
      ? { on: 'launch-resource', resource: launcher.missingResource(wave) }
      : { on: 'launch-order' };
    return { unit: 'wave', index: wave.number, pc: -1, cause };
  });
}

function findCause(device: WaitingUnits, wave: Wave): WaitCause {
  if (wave.isHalted) return { on: 'halted', reason: wave.haltReason };
  if (wave.loops.endless !== undefined) return findLoopCause(device, wave, wave.loops.endless);
  switch (wave.status) {
    case STATUS.COUNTER:
    case STATUS.DRAINING:
      return { on: 'counter', counter: findBlockingCounter(wave) };
    case STATUS.SLEEPING:
      return { on: 'sleep' };
    case STATUS.PARKED:
      return { on: 'exiting-id', packer: wave.packer, exiting: device.trackers[wave.packer].exitingId };
    case STATUS.FETCH:
      return { on: 'fetch' };
    case STATUS.EXPORT_READY:
      return { on: 'export-ready' };
    case STATUS.EXPORT_SPACE:
      return { on: 'export-space', packer: wave.group === undefined ? wave.packer : -1 };
    case STATUS.BARRIER:
      return { on: 'barrier' };
    default:
      return { on: 'halted', reason: 'nothing can resume it' };
  }
}

/** Finds what a looping wave is waiting for. A loop that only polls is waiting for the exiting id. */
function findLoopCause(
  { trackers }: WaitingUnits,
  wave: Wave,
  { first, last, reason }: EndlessLoop,
): WaitCause {
  const { instructions } = wave.work.program;
  assert(first <= last && last < instructions.length, "a loop's branch goes backwards");
  const body = instructions.slice(first, last + 1);
  const polls = body.some(({ readsExitingId }) => readsExitingId) && wave.section.packerEnabled;
  const loads = body.some(({ kind }) => kind === 'memory');
  if (reason === 'same-state' && polls && !loads)
    return { on: 'exiting-id', packer: wave.packer, exiting: trackers[wave.packer].exitingId };
  const address = loads ? wave.loops.loadedFrom : -1;
  return { on: 'loop', first: instructions[first].pc, last: instructions[last].pc, why: reason, address };
}

function findBlockingCounter(wave: Wave): CounterName {
  const limits = wave.status === STATUS.DRAINING ? ALL_ZERO : wave.thresholds;
  const blockingIndex = COUNTER_NAMES.findIndex((_, i) => wave.counters[i] > limits[i]);
  assert(blockingIndex >= 0, 'a wave waiting for counters is blocked by at least one');
  return COUNTER_NAMES[blockingIndex];
}
