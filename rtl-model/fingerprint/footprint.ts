import { getCounter, type Instruction } from '../../arch/index.js';
import { indexOf, UNIT, unitOf } from '../context.js';
import type { AccessRecord } from '../memory/access-record.js';
import { STEP } from '../spi/wave-plan.js';
import type { Units } from '../units.js';
import { STATUS, type Wave } from '../wave.js';
import { intersect } from './burst.js';
import { FootprintBuilder } from './footprint-builder.js';
import { recordCounterFall, recordRun } from './instruction-parts.js';
import { listOutstanding, returnsData } from './outstanding.js';
import { type Footprint, formatWaveKey } from './parts.js';
import { findReleasers, mayWake } from './reach.js';
import { findTouchedWords } from './touched-words.js';

/**
 * Predicts which state the next event touches. The prediction must be conservative: if it omitted anything, a search
 * could skip orders whose results differ. `test/rtl-model/footprint.conform.ts` runs pairs of commuting events in both
 * orders, and searches without reductions check the approach as a whole.
 */
export function predictFootprint(units: Units, event: number): Footprint {
  const touched = new FootprintBuilder(units);
  recordEvent(touched, event);
  return touched;
}

function recordEvent(touched: FootprintBuilder, event: number): void {
  const { units } = touched;
  const index = indexOf(event);
  switch (unitOf(event)) {
    case UNIT.WAVE:
      recordResume(touched, units.records.at(index));
      break;
    case UNIT.PERFORM:
      recordPerform(touched, units.memory.recordAt(index));
      break;
    case UNIT.RETURN:
      recordReturn(touched, units.memory.recordAt(index));
      break;
    case UNIT.LDS:
      recordAnswer(touched, units.localDataShare.waveAt(index), units.localDataShare.instructionAt(index));
      break;
    case UNIT.EXPORT_DONE:
      recordExportDone(touched, units.records.at(index));
      break;
    case UNIT.EXPORT_SPACE:
      recordWake(touched, units.records.at(index), STATUS.EXPORT_SPACE);
      break;
    case UNIT.EXPORT_READY:
      recordWake(touched, units.records.at(index), STATUS.EXPORT_READY);
      break;
    case UNIT.EXPORT_BUS:
      recordArbitration(touched, index);
      break;
    case UNIT.LDS_BANKS:
      touched.writes.add(`banks ${index}`);
      for (const wave of units.localDataShare.getBankWaiters(index)) recordRegisterWrites(touched, wave);
      break;
    case UNIT.EXIT_ARRIVES:
      recordExitArrival(touched, units.records.at(index));
      break;
    case UNIT.EXIT_VISIBLE:
      recordExitShown(touched, index);
      break;
    case UNIT.LAUNCH:
      recordLaunch(touched);
      break;
    case UNIT.SCAN:
      touched.writes.add('packers').add('blocked');
      for (const packer of units.trackers.keys())
        touched.reads.add(`exits ${packer}`).add(`visible ${packer}`);
      break;
    default:
      touched.recordEverything();
  }
}

function recordRegisterWrites(touched: FootprintBuilder, wave: Wave): void {
  touched.writes.add(`registers ${formatWaveKey(wave)}`).add(`vectors ${formatWaveKey(wave)}`);
}

/** Records a `WAVE` event. */
function recordResume(touched: FootprintBuilder, wave: Wave): void {
  touched.additions.add(`wave ${formatWaveKey(wave)}`);
  // A wave that wakes up leaves the list of sleeping waves, which is traversed when the exiting id changes.
  if (wave.status === STATUS.SLEEPING)
    for (const packer of touched.units.trackers.keys())
      if (mayWake(touched.units, packer, wave)) touched.recordPoll(packer);
  recordRun(touched, wave, undefined);
}

/**
 * Records an `EXPORT_BUS` event. If the bus is granted by wave age, it goes to the oldest wave, and only the timing of
 * the others changes.
 */
function recordArbitration(touched: FootprintBuilder, cycle: number): void {
  const { exports } = touched.units;
  const next = exports.nextGranted(cycle);
  if (next !== undefined) {
    touched.required.add(`requests ${formatWaveKey(next)}`);
    touched.reads.add(`vectors ${formatWaveKey(next)}`);
    return;
  }
  touched.writes.add('exports');
  for (const wave of exports.getWaitingWaves(cycle)) touched.reads.add(`vectors ${formatWaveKey(wave)}`);
}

function recordReturn(touched: FootprintBuilder, record: AccessRecord): void {
  const { wave, operation, instruction } = record;
  if (returnsData(record)) recordDataUse(touched, wave, instruction, record);
  recordCounterFall(touched, wave, operation.counter, record);
}

/**
 * Records that data arrives in registers. The order matters if other outstanding data is destined for the same
 * registers.
 */
function recordDataUse(
  touched: FootprintBuilder,
  wave: Wave,
  { defines }: Instruction,
  returned: AccessRecord | Instruction,
): void {
  const isIndependent = listOutstanding(touched.units, wave, returned).every(
    ({ registers }) => !intersect(registers, defines),
  );
  const parts = isIndependent ? touched.additions : touched.writes;
  parts.add(`registers ${formatWaveKey(wave)}`);
  if (defines.vectors.length > 0) parts.add(`vectors ${formatWaveKey(wave)}`);
}

/** Records an `LDS` event. */
function recordAnswer(touched: FootprintBuilder, wave: Wave, instruction: Instruction): void {
  recordDataUse(touched, wave, instruction, instruction);
  if (instruction.kind === 'parameter-load') recordExportDone(touched, wave, instruction);
  else recordCounterFall(touched, wave, getCounter(touched.units.context.gfx, 'local'), instruction);
}

/** Records that the `exp` counter decrements. The last export frees any registers that the wave has released. */
function recordExportDone(touched: FootprintBuilder, wave: Wave, returned?: Instruction): void {
  recordCounterFall(touched, wave, 'exp', returned);
  if (!wave.launch.releasesVectors) return;
  touched.writes.add(`vectors ${formatWaveKey(wave)}`);
  touched.recordRelease(wave);
}

/** Records that a wave receives export space or the gate's flag, for which it may be waiting. */
function recordWake(touched: FootprintBuilder, wave: Wave, status: number): void {
  const name = formatWaveKey(wave);
  if (status === STATUS.EXPORT_SPACE) touched.additions.add(`space ${name}`).add(`gate ${name}`);
  else {
    touched.additions.add(`ready ${name}`);
    touched.required.add(`gate ${name}`);
  }
  if (wave.drained) touched.recordEverything();
  if (wave.status !== status) return;
  touched.additions.add(`wave ${name}`);
  recordRun(touched, wave, undefined);
}

/** Records the words that the lanes of an access touch. */
function recordPerform(touched: FootprintBuilder, record: AccessRecord): void {
  const { operation, fault, wave } = record;
  const words = operation.access === 'load' ? touched.reads : touched.writes;
  for (const word of findTouchedWords(record)) words.add(`word ${word}`);
  if (fault !== '') touched.recordEverything();
  if (operation.space === 'scalar') return;
  for (let older = 0; older < wave.sequence; older++) touched.reads.add(`exited ${wave.packer}.${older}`);
}

function recordLaunch(touched: FootprintBuilder): void {
  const { packers } = touched.units;
  touched.writes.add('packers');
  if (touched.isBlocked || touched.hasWideFaults) touched.writes.add('blocked');
  const waiting = packers.flatMap((packer) => packer.waiting);
  for (const wave of waiting) touched.writes.add(`wave ${formatWaveKey(wave)}`);
  for (const wave of findReleasers(touched.units, waiting)) touched.writes.add(`held ${formatWaveKey(wave)}`);
}

/** Records an `EXIT_ARRIVES` event. */
function recordExitArrival(touched: FootprintBuilder, wave: Wave): void {
  const { facts, gfx } = touched.units.context;
  touched.recordExit(wave);
  if (facts.exitsByExport) return;
  const counter = getCounter(gfx, 'message');
  recordCounterFall(touched, wave, counter, undefined);
  if (!isLocal(touched, wave)) touched.writes.add(`${counter} ${formatWaveKey(wave)}`);
  if (!touched.countsExitsAtMessage) touched.writes.add(`section ${formatWaveKey(wave)}`);
}

/**
 * Whether everything that a wave does between the fall of its last counter and its next event touches only the wave itself.
 */
function isLocal(touched: FootprintBuilder, { status, state, work }: Wave): boolean {
  const { scan, packers, context } = touched.units;
  if (status === STATUS.COUNTER && work.steps[state.next] === STEP.VISIBLE) return false;
  const isLast = context.scenario.draws.length === 1 && scan.finished;
  return isLast && !touched.hasWideFaults && packers.every(({ waiting }) => waiting.length === 0);
}

/**
 * Records that polls see a new exiting id: sleeping waves wake up, and a packer that was waiting for the window
 * continues.
 */
function recordExitShown(touched: FootprintBuilder, packer: number): void {
  touched.writes.add(`visible ${packer}`);
  touched.reads.add(`exits ${packer}`).add('blocked');
  for (const wave of touched.units.launcher.running)
    if (
      (wave?.status === STATUS.PARKED || wave?.status === STATUS.SLEEPING) &&
      mayWake(touched.units, packer, wave)
    )
      touched.writes.add(`wave ${formatWaveKey(wave)}`);
  if (touched.isBlocked) touched.writes.add('packers').add('blocked');
}
