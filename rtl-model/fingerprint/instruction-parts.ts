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
import { getCounterIndex } from '../counters.js';
import type { AccessRecord } from '../memory/access-record.js';
import { CHECK_INTERVAL, MESSAGE_MASK } from '../sq/spec.js';
import { STATUS, type Wave } from '../wave.js';
import { findBurst } from './burst.js';
import type { FootprintBuilder } from './footprint-builder.js';
import { listOutstanding } from './outstanding.js';
import { formatWaveKey } from './parts.js';
import { getPolledPacker } from './reach.js';

/** The memory spaces whose accesses do not use any shared unit until they are performed. */
const UNSHARED_SPACES: ReadonlySet<MemorySpace> = new Set(['buffer', 'global', 'image', 'scalar']);

/**
 * Records that a wave resumes and runs to the next visible instruction. If the current instruction is visible, that
 * instruction is included. `returned` is the operation that has just returned, if any.
 */
export function recordRun(
  builder: FootprintBuilder,
  wave: Wave,
  returned: AccessRecord | Instruction | undefined,
): void {
  const name = formatWaveKey(wave);
  const outstanding = listOutstanding(builder.units, wave, returned);
  const { visible, waits, requiredZero, definesExported, mayOvertake } = findBurst(wave, outstanding);
  for (const counter of requiredZero) builder.required.add(`${counter} ${name}`);
  for (const counter of waits) builder.additions.add(`${counter} ${name}`);
  (mayOvertake ? builder.writes : builder.additions).add(`registers ${name}`);
  if (definesExported) builder.additions.add(`vectors ${name}`);
  // From this iteration on, the check for infinite loops inspects the whole device.
  if (wave.loops.rounds >= CHECK_INTERVAL - 1) builder.recordEverything();
  if (visible !== undefined) recordVisible(builder, wave, visible);
}

function recordVisible(
  builder: FootprintBuilder,
  wave: Wave,
  { kind, memory, immediate }: Instruction,
): void {
  switch (kind) {
    case 'alu':
      builder.recordPoll(getPolledPacker(builder.units, wave));
      break;
    case 'sleep':
      // Outstanding operations determine whether the loop is a pure polling loop.
      builder.reads.add(`${getCounter(builder.units.context.gfx, 'message')} ${formatWaveKey(wave)}`);
      builder.recordPoll(getPolledPacker(builder.units, wave));
      break;
    case 'wait-event':
      builder.additions.add(`ready ${formatWaveKey(wave)}`);
      if (waitsForExportReady(builder.units.context.facts, immediate))
        builder.required.add(`ready ${formatWaveKey(wave)}`);
      break;
    case 'setreg':
    case 'invalidate':
    case 'illegal':
      break;
    case 'memory':
      recordIssue(builder, wave, memory!);
      break;
    case 'message':
      recordMessage(builder, wave, immediate & MESSAGE_MASK);
      break;
    case 'export':
      recordBusRequest(builder, wave);
      break;
    case 'parameter-load':
      recordCounterUse(builder, wave, 'exp');
      builder.writes.add(`banks ${wave.place.wgp}`);
      break;
    case 'end':
      recordEnd(builder, wave);
      break;
    default:
      builder.recordEverything();
  }
}

function recordIssue(
  builder: FootprintBuilder,
  wave: Wave,
  { space, counter }: NonNullable<Instruction['memory']>,
): void {
  recordCounterUse(builder, wave, counter);
  if (space === 'lds') builder.writes.add(`banks ${wave.place.wgp}`);
  else if (!UNSHARED_SPACES.has(space)) builder.recordEverything();
}

/**
 * Records that an export requests the bus. Also records a read of the counters, which checkers inspect when a wave
 * exits.
 */
function recordBusRequest(builder: FootprintBuilder, wave: Wave): void {
  const name = formatWaveKey(wave);
  recordCounterUse(builder, wave, 'exp');
  builder.additions.add(`space ${name}`).add(`requests ${name}`);
  builder.required.add(`space ${name}`);
  if (!builder.units.exports.grantsByAge) builder.writes.add('exports');
  const { gfx } = builder.units.context;
  for (const path of ['load', 'store'] as const) builder.reads.add(`${getCounter(gfx, path)} ${name}`);
}

/** Records that a counter increments. If the counter is at its maximum, the wave waits until it decrements. */
function recordCounterUse(builder: FootprintBuilder, wave: Wave, counter: CounterName): void {
  if (wave.counters[getCounterIndex(counter)] >= counterMaximum(builder.units.context.gfx, counter))
    builder.recordEverything();
  builder.additions.add(`${counter} ${formatWaveKey(wave)}`);
}

/** Records a message. `ORDERED_PS_DONE` also reads the counters, which checkers inspect when a wave exits. */
function recordMessage(builder: FootprintBuilder, wave: Wave, message: number): void {
  if (message === DEALLOC_VGPRS) {
    builder.additions.add(`exp ${formatWaveKey(wave)}`);
    builder.writes.add(`vectors ${formatWaveKey(wave)}`);
    builder.recordRelease(wave);
  } else if (message === ORDERED_PS_DONE) {
    for (const counter of COUNTER_NAMES) builder.reads.add(`${counter} ${formatWaveKey(wave)}`);
  } else builder.recordEverything();
}

/** Records that one of a wave's counters decrements, which may let the wave continue or finish draining. */
export function recordDecrement(
  builder: FootprintBuilder,
  wave: Wave,
  counter: CounterName,
  returned: AccessRecord | Instruction | undefined,
): void {
  const name = formatWaveKey(wave);
  builder.additions.add(`${counter} ${name}`);
  if (wave.status !== STATUS.COUNTER && wave.status !== STATUS.DRAINING) return;
  builder.additions.add(`wave ${name}`);
  for (const other of COUNTER_NAMES) builder.additions.add(`${other} ${name}`);
  if (wave.status === STATUS.COUNTER) recordRun(builder, wave, returned);
  else builder.recordRelease(wave);
}

/** Records that a wave's program has ended. If the wave took no part in ordering, this is its exit. */
function recordEnd(builder: FootprintBuilder, wave: Wave): void {
  const { exits, context } = builder.units;
  const { facts } = context;
  const name = formatWaveKey(wave);
  const isExit = facts.exitsByExport ? !wave.plan.ordering.ordered : exits.skippedOrdering(wave);
  if (isExit || builder.hasFarReachingFaults || !builder.countsExitOnMessage) builder.recordExit(wave);
  for (const counter of COUNTER_NAMES) builder.additions.add(`${counter} ${name}`);
  // VGPRs that the wave has deallocated are freed by its last export; all others are freed when it ends.
  if (wave.launch.releasesVectors) builder.writes.add(`vectors ${name}`);
  (facts.exitsByExport ? builder.writes : builder.additions).add(`space ${name}`).add(`ready ${name}`);
  builder.recordRelease(wave);
}
