import type { Ledgers } from '../facts/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { NEVER } from '../ledger/wave-record.js';
import { overlapText, steps, waveStory } from './wave-story.js';
import { pcName, waveName } from './wording.js';

/** The course of a wait for the exiting id. A cycle is `NEVER` if the event did not happen or is unknown. */
export interface EntryWait {
  /** The last poll that did not end the wait. */
  readonly polled: number;
  readonly slept: number;
  readonly woken: number;
  /** When the exit that the wave waited for was counted. */
  readonly exited: number;
  /** When polls could first see that exit. */
  readonly visible: number;
}

export function entryWaitOf({ packers }: Ledgers, wave: WaveRecord): EntryWait {
  const packer = packers.packer(wave.packer);
  return {
    polled: wave.refusedCycle,
    slept: wave.sleptCycle,
    woken: wave.wokenCycle < wave.sleptCycle ? NEVER : wave.wokenCycle,
    exited: namedBy(packers, wave)?.exitedCycle ?? NEVER,
    visible: packers.visibleCycle(packer, wave.newestSequence + 1),
  };
}

/** An entry wait as the steps of a witness, oldest first: what decided whether the exit reached the wave. */
export function waitStory(ledgers: Ledgers, wave: WaveRecord): string[] {
  if (ledgers.entries.exitsByExport || !wave.didOverlap) return waveStory(ledgers, wave);
  const name = waveName(wave);
  const wait = entryWaitOf(ledgers, wave);
  const { packers } = ledgers;
  const named = namedBy(packers, wave);
  const exit = named === undefined ? 'the last exit up to that' : `the exit of ${waveName(named)}`;
  const visibleId = packers.idOf(wave.newestSequence + 1);
  return steps([
    [wave.formedCycle, `${name} is formed${overlapText(ledgers, wave)}`],
    [wave.packerSetCycle, `${name} sets its packer at ${pcName(ledgers, wave, wave.packerSetPc)}`],
    [wait.exited, `${exit} is counted`],
    [wait.visible, `polls can see exiting id ${visibleId} or a newer one`],
    [wait.polled, `${name} polls and reads id ${wave.refusedId}`],
    [wait.slept, `${name} goes to sleep`],
    [
      wait.woken,
      `${name} wakes ${wave.wokenBy === 'exit' ? 'because of an exit' : 'at the end of its sleep'}`,
    ],
    [wave.enteredCycle, `${name} ends its entry wait`],
  ]);
}

/** A hint of what to check, given what happened; undefined if that is inconclusive. */
export function hintOfWait(
  { polled, slept, woken, visible }: EntryWait,
  wokenBy: WaveRecord['wokenBy'],
): string | undefined {
  if (visible === NEVER || polled === NEVER) return undefined;
  if (polled > visible)
    return 'The last poll read an old id although polls could see a newer one: check what a poll reads, and whether it reads again.';
  if (slept === NEVER || slept < polled) return undefined;
  if (visible <= slept)
    return 'The exit occurred between the last poll and the sleep: check what remembers an exit until the wave sleeps.';
  return woken === NEVER || wokenBy === 'time'
    ? 'The exit occurred while the wave slept and did not wake it: check which waves an exit wakes, and where a wake can be lost.'
    : undefined;
}

function namedBy(packers: Ledgers['packers'], wave: WaveRecord): WaveRecord | undefined {
  return wave.newestNamed ?? packers.waveAt(packers.packer(wave.packer), wave.newestSequence);
}
