import {
  COUNTER_NAMES,
  type CounterName,
  counterMaximum,
  DEALLOC_VGPRS,
  getCounter,
  type Instruction,
  type MemorySpace,
  ORDERED_PS_DONE,
  waitsForExportReady,
} from '../../arch/index.js';
import { getCounterNumber } from '../counted.js';
import type { AccessRecord } from '../memory/access-record.js';
import { CHECK_INTERVAL } from '../sq/spec.js';
import { STATUS, type Wave } from '../wave.js';
import { findBurst } from './burst.js';
import type { FootprintBuilder } from './footprint-builder.js';
import { listOutstanding } from './outstanding.js';
import { formatWaveKey } from './parts.js';
import { getPolledPacker } from './reach.js';

/** The bits of the `s_sendmsg` immediate that select the message. */
const MESSAGE_FIELD = 0xf;

/** The memory spaces whose accesses use no unit shared with other waves until they are performed. */
const UNSHARED: ReadonlySet<MemorySpace> = new Set(['buffer', 'global', 'image', 'scalar']);

/**
 * Records that a wave continues from where it stopped: up to the next visible instruction, or, if the current
 * instruction is visible, through that instruction. `returned` is the operation that has just returned, if any.
 */
export function recordRun(
  touched: FootprintBuilder,
  wave: Wave,
  returned: AccessRecord | Instruction | undefined,
): void {
  const name = formatWaveKey(wave);
  const outstanding = listOutstanding(touched.units, wave, returned);
  const { visible, waits, requiredZero, definesVectors, mayOvertake } = findBurst(wave, outstanding);
  for (const counter of requiredZero) touched.required.add(`${counter} ${name}`);
  for (const counter of waits) touched.additions.add(`${counter} ${name}`);
  (mayOvertake ? touched.writes : touched.additions).add(`registers ${name}`);
  if (definesVectors) touched.additions.add(`vectors ${name}`);
  // From this iteration on, the check for infinite loops inspects the whole device.
  if (wave.loops.rounds >= CHECK_INTERVAL - 1) touched.recordEverything();
  if (visible !== undefined) recordVisible(touched, wave, visible);
}

function recordVisible(
  touched: FootprintBuilder,
  wave: Wave,
  { kind, memory, immediate }: Instruction,
): void {
  switch (kind) {
    case 'alu':
      touched.recordPoll(getPolledPacker(touched.units, wave));
      break;
    case 'sleep':
      // Whether a loop only polls depends on outstanding operations.
      touched.reads.add(`${getCounter(touched.units.context.gfx, 'message')} ${formatWaveKey(wave)}`);
      touched.recordPoll(getPolledPacker(touched.units, wave));
      break;
    case 'wait-event':
      touched.additions.add(`ready ${formatWaveKey(wave)}`);
      if (waitsForExportReady(touched.units.context.facts, immediate))
        touched.required.add(`ready ${formatWaveKey(wave)}`);
      break;
    case 'setreg':
    case 'invalidate':
    case 'illegal':
      break;
    case 'memory':
      recordIssue(touched, wave, memory!);
      break;
    case 'message':
      recordMessage(touched, wave, immediate & MESSAGE_FIELD);
      break;
    case 'export':
      recordBusRequest(touched, wave);
      break;
    case 'parameter-load':
      recordCounterUse(touched, wave, 'exp');
      touched.writes.add(`banks ${wave.place.wgp}`);
      break;
    case 'end':
      recordEnd(touched, wave);
      break;
    default:
      touched.recordEverything();
  }
}

function recordIssue(
  touched: FootprintBuilder,
  wave: Wave,
  { space, counter }: NonNullable<Instruction['memory']>,
): void {
  recordCounterUse(touched, wave, counter);
  if (space === 'lds') touched.writes.add(`banks ${wave.place.wgp}`);
  else if (!UNSHARED.has(space)) touched.recordEverything();
}

/** Records that an export requests the bus. Checkers read the counters when a wave exits. */
function recordBusRequest(touched: FootprintBuilder, wave: Wave): void {
  const name = formatWaveKey(wave);
  recordCounterUse(touched, wave, 'exp');
  touched.additions.add(`space ${name}`).add(`requests ${name}`);
  touched.required.add(`space ${name}`);
  if (!touched.units.exports.grantsByAge) touched.writes.add('exports');
  const { gfx } = touched.units.context;
  for (const path of ['load', 'store'] as const) touched.reads.add(`${getCounter(gfx, path)} ${name}`);
}

/** Records that a counter increments. If the counter is at its maximum, the wave waits until it decrements. */
function recordCounterUse(touched: FootprintBuilder, wave: Wave, counter: CounterName): void {
  if (wave.counters[getCounterNumber(counter)] >= counterMaximum(touched.units.context.gfx, counter))
    touched.recordEverything();
  touched.additions.add(`${counter} ${formatWaveKey(wave)}`);
}

/** Records a message. Checkers read the counters when a wave exits. */
function recordMessage(touched: FootprintBuilder, wave: Wave, message: number): void {
  if (message === DEALLOC_VGPRS) {
    touched.additions.add(`exp ${formatWaveKey(wave)}`);
    touched.writes.add(`vectors ${formatWaveKey(wave)}`);
    touched.recordRelease(wave);
  } else if (message === ORDERED_PS_DONE) {
    for (const counter of COUNTER_NAMES) touched.reads.add(`${counter} ${formatWaveKey(wave)}`);
  } else touched.recordEverything();
}

/** Records that one of a wave's counters decrements, after which the wave may continue or finish draining. */
export function recordCounterFall(
  touched: FootprintBuilder,
  wave: Wave,
  counter: CounterName,
  returned: AccessRecord | Instruction | undefined,
): void {
  const name = formatWaveKey(wave);
  touched.additions.add(`${counter} ${name}`);
  if (wave.status !== STATUS.COUNTER && wave.status !== STATUS.DRAINING) return;
  touched.additions.add(`wave ${name}`);
  for (const other of COUNTER_NAMES) touched.additions.add(`${other} ${name}`);
  if (wave.status === STATUS.COUNTER) recordRun(touched, wave, returned);
  else touched.recordRelease(wave);
}

/** Records that a wave's program has ended. If the wave never took part in ordering, this is its exit. */
function recordEnd(touched: FootprintBuilder, wave: Wave): void {
  const { exits, context } = touched.units;
  const { facts } = context;
  const name = formatWaveKey(wave);
  const isExit = facts.exitsByExport ? !wave.plan.ordering.ordered : exits.neverOrdered(wave);
  if (isExit || touched.hasWideFaults || !touched.countsExitsAtMessage) touched.recordExit(wave);
  for (const counter of COUNTER_NAMES) touched.additions.add(`${counter} ${name}`);
  // VGPRs that the wave has deallocated are freed with its last export, all others when it ends.
  if (wave.launch.releasesVectors) touched.writes.add(`vectors ${name}`);
  (facts.exitsByExport ? touched.writes : touched.additions).add(`space ${name}`).add(`ready ${name}`);
  touched.recordRelease(wave);
}
