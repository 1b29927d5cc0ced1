import type { Ledgers } from '../facts/ledgers.js';
import { NEVER, type WaveRecord } from '../ledger/wave-record.js';
import { describeOverlap, formatSteps, getWaveHistory } from './wave-history.js';
import { formatPc, formatWave } from './wording.js';

/** Timeline of a wave's wait for the exiting id. Cycles are `NEVER` for events that did not occur or are unknown. */
export type EntryWait = Readonly<ReturnType<typeof getEntryWait>>;

/** Returns the timeline of a wave's entry wait so far. */
export function getEntryWait({ packers }: Ledgers, wave: WaveRecord) {
  const packer = packers.getPacker(wave.packer);
  return {
    /** When the last unsuccessful poll read an id. */
    lastPollCycle: wave.failedPollCycle,
    sleptCycle: wave.sleptCycle,
    wokenCycle: wave.wokenCycle < wave.sleptCycle ? NEVER : wave.wokenCycle,
    /** When the awaited exit was counted. */
    exitedCycle: findNewestOverlappedWave(packers, wave)?.exitedCycle ?? NEVER,
    /** When that exit became visible to polls. */
    visibleCycle: packers.getVisibleCycle(packer, wave.newestSequence + 1),
  };
}

/** Describes an entry wait as a list of steps, oldest first, showing whether (and why) the exit reached the wave. */
export function getWaitHistory(ledgers: Ledgers, wave: WaveRecord): string[] {
  if (ledgers.entries.exitsByExport || !wave.didOverlap) return getWaveHistory(ledgers, wave);
  const name = formatWave(wave);
  const wait = getEntryWait(ledgers, wave);
  const { packers } = ledgers;
  const overlapped = findNewestOverlappedWave(packers, wave);
  const exit = overlapped === undefined ? 'the awaited exit' : `the exit of ${formatWave(overlapped)}`;
  const visibleId = packers.getId(wave.newestSequence + 1);
  return formatSteps([
    [wave.formedCycle, `${name} is formed${describeOverlap(ledgers, wave)}`],
    [
      wave.firstPackerWriteCycle,
      `${name} sets its packer at ${formatPc(ledgers, wave, wave.firstPackerWritePc)}`,
    ],
    [wait.exitedCycle, `${exit} is counted`],
    [wait.visibleCycle, `exiting id ${visibleId} or a newer one becomes visible to polls`],
    [wait.lastPollCycle, `${name} polls and reads id ${wave.failedPollId}`],
    [wait.sleptCycle, `${name} goes to sleep`],
    [
      wait.wokenCycle,
      `${name} wakes ${wave.wokenBy === 'exit' ? 'because of an exit' : 'at the end of its sleep'}`,
    ],
    [wave.enteredCycle, `${name} ends its entry wait`],
  ]);
}

/** Returns a hint about what to check, or undefined if the timeline is inconclusive. */
export function getWaitHint(
  { lastPollCycle, sleptCycle, wokenCycle, visibleCycle }: EntryWait,
  wokenBy: WaveRecord['wokenBy'],
): string | undefined {
  if (visibleCycle === NEVER || lastPollCycle === NEVER) return undefined;
  if (lastPollCycle > visibleCycle)
    return 'The last poll read a stale id even though a newer one was already visible: check what polls read and whether they re-read it.';
  if (sleptCycle === NEVER || sleptCycle < lastPollCycle) return undefined;
  if (visibleCycle <= sleptCycle)
    return 'The exit occurred between the last poll and the sleep: check that exits in that window are not lost.';
  return wokenCycle === NEVER || wokenBy === 'time'
    ? 'The exit occurred while the wave was asleep but did not wake it: check which waves an exit wakes and whether wake-ups can get lost.'
    : undefined;
}

function findNewestOverlappedWave(packers: Ledgers['packers'], wave: WaveRecord): WaveRecord | undefined {
  return wave.newestOverlapped ?? packers.findWave(packers.getPacker(wave.packer), wave.newestSequence);
}
