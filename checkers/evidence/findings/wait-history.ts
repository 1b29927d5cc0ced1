import type { Ledgers } from '../facts/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { NEVER } from '../ledger/wave-record.js';
import { describeOverlap, formatSteps, getWaveHistory } from './wave-history.js';
import { formatPc, formatWave } from './wording.js';

/** The timeline of a wait for the exiting id. Cycles are `NEVER` for events that did not happen or are unknown. */
export interface EntryWait {
  /** When a poll last read an id that did not end the wait. */
  readonly lastPollCycle: number;
  readonly sleptCycle: number;
  readonly wokenCycle: number;
  /** When the exit that the wave was waiting for was counted. */
  readonly exitedCycle: number;
  /** When that exit became visible to polls. */
  readonly visibleCycle: number;
}

/** Returns the timeline of a wave's entry wait so far. */
export function getEntryWait({ packers }: Ledgers, wave: WaveRecord): EntryWait {
  const packer = packers.getPacker(wave.packer);
  return {
    lastPollCycle: wave.refusedCycle,
    sleptCycle: wave.sleptCycle,
    wokenCycle: wave.wokenCycle < wave.sleptCycle ? NEVER : wave.wokenCycle,
    exitedCycle: findNewestOverlapped(packers, wave)?.exitedCycle ?? NEVER,
    visibleCycle: packers.getVisibleCycle(packer, wave.newestSequence + 1),
  };
}

/** Describes an entry wait as witness steps, oldest first, showing whether the exit reached the wave, and why. */
export function getWaitHistory(ledgers: Ledgers, wave: WaveRecord): string[] {
  if (ledgers.entries.exitsByExport || !wave.didOverlap) return getWaveHistory(ledgers, wave);
  const name = formatWave(wave);
  const wait = getEntryWait(ledgers, wave);
  const { packers } = ledgers;
  const overlapped = findNewestOverlapped(packers, wave);
  const exit = overlapped === undefined ? 'the awaited exit' : `the exit of ${formatWave(overlapped)}`;
  const visibleId = packers.getId(wave.newestSequence + 1);
  return formatSteps([
    [wave.formedCycle, `${name} is formed${describeOverlap(ledgers, wave)}`],
    [wave.packerSetCycle, `${name} sets its packer at ${formatPc(ledgers, wave, wave.packerSetPc)}`],
    [wait.exitedCycle, `${exit} is counted`],
    [wait.visibleCycle, `polls can see exiting id ${visibleId} or a newer one`],
    [wait.lastPollCycle, `${name} polls and reads id ${wave.refusedId}`],
    [wait.sleptCycle, `${name} goes to sleep`],
    [
      wait.wokenCycle,
      `${name} wakes ${wave.wokenBy === 'exit' ? 'because of an exit' : 'at the end of its sleep'}`,
    ],
    [wave.enteredCycle, `${name} ends its entry wait`],
  ]);
}

/** Returns a hint on what to check, or undefined if the timeline is inconclusive. */
export function getWaitHint(
  { lastPollCycle, sleptCycle, wokenCycle, visibleCycle }: EntryWait,
  wokenBy: WaveRecord['wokenBy'],
): string | undefined {
  if (visibleCycle === NEVER || lastPollCycle === NEVER) return undefined;
  if (lastPollCycle > visibleCycle)
    return 'The last poll read an old id although polls could see a newer one: check what a poll reads, and whether it reads again.';
  if (sleptCycle === NEVER || sleptCycle < lastPollCycle) return undefined;
  if (visibleCycle <= sleptCycle)
    return 'The exit occurred between the last poll and the sleep: check what remembers an exit until the wave sleeps.';
  return wokenCycle === NEVER || wokenBy === 'time'
    ? 'The exit occurred while the wave slept and did not wake it: check which waves an exit wakes, and where a wake can be lost.'
    : undefined;
}

function findNewestOverlapped(packers: Ledgers['packers'], wave: WaveRecord): WaveRecord | undefined {
  return wave.newestOverlapped ?? packers.findWave(packers.getPacker(wave.packer), wave.newestSequence);
}
