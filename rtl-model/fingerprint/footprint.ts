import { getCounter, type Instruction } from '../../arch/index.js';
import { getReceiver, indexOf, UNIT } from '../context.js';
import { forEachLane } from '../memory/access.js';
import type { AccessRecord } from '../memory/access-record.js';
import { LINE_WORDS } from '../memory/spec.js';
import { STEP } from '../spi/wave-plan.js';
import type { Units } from '../units.js';
import { STATUS, type Wave } from '../wave.js';
import { intersect } from './burst.js';
import { FootprintBuilder } from './footprint-builder.js';
import { recordDecrement, recordRun } from './instruction-parts.js';
import { listOutstanding, returnsData } from './outstanding.js';
import { type Footprint, formatWaveKey } from './parts.js';
import { findReleasers, mayWake } from './reach.js';

/**
 * Returns the words that an access touches: those that its lanes access or, for images and lanes with an address per
 * dword, all words of its memory lines.
 */
function findTouchedWords(record: AccessRecord): ReadonlySet<number> {
  const { operation, offsets, lines, lineCount } = record;
  const words = new Set<number>();
  if (operation.space === 'image' || record.hasDwordAddresses === true) {
    for (let i = 0; i < lineCount; i++)
      for (let word = 0; word < LINE_WORDS; word++) words.add(lines[i] * LINE_WORDS + word);
    return words;
  }
  const count = Math.max(operation.dwords, (operation.bytes + 3) >> 2);
  forEachLane(record, (lane) => {
    const first = offsets[lane] >> 2;
    // An access that does not start on a word boundary may extend into the following word.
    const end = first + count + ((offsets[lane] & 3) === 0 ? 0 : 1);
    for (let word = first; offsets[lane] >= 0 && word < end; word++) words.add(word);
  });
  return words;
}

/**
 * Predicts which state the next event touches. The prediction must be conservative: if it omitted anything, a search
 * could skip orders that would have given different results. `test/rtl-model/footprint.conform.ts` runs pairs of
 * commuting events in both orders, and unreduced searches validate the approach as a whole.
 */
export function predictFootprint(units: Units, event: number): Footprint {
  const builder = new FootprintBuilder(units);
  const record = RECORDERS[getReceiver(event)];
  if (record === undefined) builder.recordEverything();
  else record(builder, indexOf(event));
  return builder;
}

type Recorder = (builder: FootprintBuilder, index: number) => void;

/** Creates the recorder of an event that is addressed to a wave. */
function ofWave(record: (builder: FootprintBuilder, wave: Wave) => void): Recorder {
  return (builder, index) => record(builder, builder.units.records.at(index));
}

/** How to record the events of each unit. For the others, an event is taken to touch everything. */
const RECORDERS: Readonly<Record<number, Recorder>> = {
  [UNIT.WAVE]: ofWave(recordResume),
  [UNIT.PERFORM]: (builder, index) => recordPerform(builder, builder.units.memory.recordAt(index)),
  [UNIT.RETURN]: (builder, index) => recordReturn(builder, builder.units.memory.recordAt(index)),
  [UNIT.LDS]: (builder, index) => {
    const { localDataShare } = builder.units;
    recordLdsDone(builder, localDataShare.waveAt(index), localDataShare.instructionAt(index));
  },
  [UNIT.LDS_BANKS]: (builder, index) => {
    builder.writes.add(`banks ${index}`);
    for (const wave of builder.units.localDataShare.getBankWaiters(index))
      recordRegisterWrites(builder, wave);
  },
  [UNIT.EXPORT_DONE]: ofWave(recordExportDone),
  [UNIT.EXPORT_SPACE]: ofWave((builder, wave) => recordWake(builder, wave, STATUS.EXPORT_SPACE)),
  [UNIT.EXPORT_READY]: ofWave((builder, wave) => recordWake(builder, wave, STATUS.EXPORT_READY)),
  [UNIT.EXPORT_BUS]: recordArbitration,
  [UNIT.EXIT_ARRIVES]: ofWave(recordExitArrival),
  [UNIT.EXIT_VISIBLE]: recordExitVisible,
  [UNIT.LAUNCH]: recordLaunch,
  [UNIT.SCAN]: ({ units, reads, writes }) => {
    writes.add('packers').add('blocked');
    for (const packer of units.trackers.keys()) reads.add(`exits ${packer}`).add(`visible ${packer}`);
  },
};

function recordRegisterWrites(builder: FootprintBuilder, wave: Wave): void {
  builder.writes.add(`registers ${formatWaveKey(wave)}`).add(`vectors ${formatWaveKey(wave)}`);
}

/** Records a `WAVE` event. */
function recordResume(builder: FootprintBuilder, wave: Wave): void {
  builder.additions.add(`wave ${formatWaveKey(wave)}`);
  // A wave that wakes up leaves the list of sleeping waves, which is traversed when the exiting id changes.
  if (wave.status === STATUS.SLEEPING)
    for (const packer of builder.units.trackers.keys())
      if (mayWake(builder.units, packer, wave)) builder.recordPoll(packer);
  recordRun(builder, wave, undefined);
}

/**
 * Records an `EXPORT_BUS` event. If the bus is granted by wave age, it goes to the oldest wave, and only the timing of
 * the others changes.
 */
function recordArbitration(builder: FootprintBuilder, cycle: number): void {
  const { exports } = builder.units;
  const next = exports.nextGranted(cycle);
  if (next !== undefined) {
    builder.required.add(`requests ${formatWaveKey(next)}`);
    builder.reads.add(`vectors ${formatWaveKey(next)}`);
    return;
  }
  builder.writes.add('exports');
  for (const wave of exports.getWaitingWaves(cycle)) builder.reads.add(`vectors ${formatWaveKey(wave)}`);
}

function recordReturn(builder: FootprintBuilder, record: AccessRecord): void {
  const { wave, operation, instruction } = record;
  if (returnsData(record)) recordDataReturn(builder, wave, instruction, record);
  recordDecrement(builder, wave, operation.counter, record);
}

/** Records that returned data is written to registers. The order matters if other outstanding data targets them too. */
function recordDataReturn(
  builder: FootprintBuilder,
  wave: Wave,
  { defines }: Instruction,
  returned: AccessRecord | Instruction,
): void {
  const isIndependent = listOutstanding(builder.units, wave, returned).every(
    ({ registers }) => !intersect(registers, defines),
  );
  const parts = isIndependent ? builder.additions : builder.writes;
  parts.add(`registers ${formatWaveKey(wave)}`);
  if (defines.vectors.length > 0) parts.add(`vectors ${formatWaveKey(wave)}`);
}

/** Records an `LDS` event. */
function recordLdsDone(builder: FootprintBuilder, wave: Wave, instruction: Instruction): void {
  recordDataReturn(builder, wave, instruction, instruction);
  if (instruction.kind === 'parameter-load') recordExportDone(builder, wave, instruction);
  else recordDecrement(builder, wave, getCounter(builder.units.context.gfx, 'local'), instruction);
}

/** Records that the `exp` counter decrements. The last export frees any registers that the wave has released. */
function recordExportDone(builder: FootprintBuilder, wave: Wave, returned?: Instruction): void {
  recordDecrement(builder, wave, 'exp', returned);
  if (!wave.launch.releasesVectors) return;
  builder.writes.add(`vectors ${formatWaveKey(wave)}`);
  builder.recordRelease(wave);
}

/** Records that a wave receives export space or the gate's flag, either of which it may be waiting for. */
function recordWake(builder: FootprintBuilder, wave: Wave, status: number): void {
  const name = formatWaveKey(wave);
  if (status === STATUS.EXPORT_SPACE) builder.additions.add(`space ${name}`).add(`gate ${name}`);
  else {
    builder.additions.add(`ready ${name}`);
    builder.required.add(`gate ${name}`);
  }
  if (wave.drained) builder.recordEverything();
  if (wave.status !== status) return;
  builder.additions.add(`wave ${name}`);
  recordRun(builder, wave, undefined);
}

function recordPerform(builder: FootprintBuilder, record: AccessRecord): void {
  const { operation, fault, wave } = record;
  const words = operation.access === 'load' ? builder.reads : builder.writes;
  for (const word of findTouchedWords(record)) words.add(`word ${word}`);
  if (fault !== '') builder.recordEverything();
  if (operation.space === 'scalar') return;
  for (let older = 0; older < wave.sequence; older++) builder.reads.add(`exited ${wave.packer}.${older}`);
}

function recordLaunch(builder: FootprintBuilder): void {
  const { units, writes } = builder;
  writes.add('packers');
  if (builder.isBlocked || builder.hasFarReachingFaults) writes.add('blocked');
  const waiting = units.packers.flatMap((packer) => packer.waiting);
  for (const wave of waiting) writes.add(`wave ${formatWaveKey(wave)}`);
  for (const wave of findReleasers(units, waiting)) writes.add(`held ${formatWaveKey(wave)}`);
}

/** Records an `EXIT_ARRIVES` event. */
function recordExitArrival(builder: FootprintBuilder, wave: Wave): void {
  const { facts, gfx } = builder.units.context;
  builder.recordExit(wave);
  if (facts.exitsByExport) return;
  const counter = getCounter(gfx, 'message');
  recordDecrement(builder, wave, counter, undefined);
  if (!affectsOnlyItself(builder, wave)) builder.writes.add(`${counter} ${formatWaveKey(wave)}`);
  if (!builder.countsExitOnMessage) builder.writes.add(`section ${formatWaveKey(wave)}`);
}

function affectsOnlyItself(builder: FootprintBuilder, { status, state, work }: Wave): boolean {
  const { scan, packers, context } = builder.units;
  if (status === STATUS.COUNTER && work.steps[state.next] === STEP.VISIBLE) return false;
  const isScanDone = context.scenario.draws.length === 1 && scan.finished;
  return isScanDone && !builder.hasFarReachingFaults && packers.every(({ waiting }) => waiting.length === 0);
}

/**
 * Records that a new exiting id becomes visible to polls: sleeping waves wake up, and a packer that was waiting for the
 * window resumes.
 */
function recordExitVisible(builder: FootprintBuilder, packer: number): void {
  builder.writes.add(`visible ${packer}`);
  builder.reads.add(`exits ${packer}`).add('blocked');
  for (const wave of builder.units.launcher.running)
    if (
      (wave?.status === STATUS.PARKED || wave?.status === STATUS.SLEEPING) &&
      mayWake(builder.units, packer, wave)
    )
      builder.writes.add(`wave ${formatWaveKey(wave)}`);
  if (builder.isBlocked) builder.writes.add('packers').add('blocked');
}
