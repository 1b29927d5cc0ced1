import { COUNTER_NAMES, DEALLOC_VGPRS } from '../../../arch/index.js';
import type { BackgroundReleased, ResourceReleased } from '../../../transactions/index.js';
import { getWaveName, type Handlers, type Judge, type Ledgers, NEVER } from '../../kit.js';

/** Resources that a wave released too early, and what it should have waited for. */
interface EarlyRelease {
  readonly cycle: number;
  readonly resources: string;
  readonly until: string;
}

/**
 * Implements LAUNCH-01 for running waves: they keep what they hold until they end, except for vector registers
 * that they release themselves (GFX11; pops.md 4). This is checked when the wave ends, since events in the same
 * cycle may be reported in any order. Waves in a group keep shared resources until the last of them ends.
 */
export function checkEarlyReleases(ledgers: Ledgers, judge: Judge): Handlers {
  /** The cycle in which each running wave released its vector registers. */
  const vectorReleases = new Map<number, number>();
  /** The cycle in which the group of each running background wave released its shared resources. */
  const sharedReleases = new Map<number, number>();
  /** Waves that have announced, by message, that they no longer need their vector registers. */
  const announcedWaves = new Set<number>();
  let reportsMessages = false;

  const findEarlyRelease = (wave: number, releasedAt: number, endedAt: number): EarlyRelease | undefined => {
    if (releasedAt !== NEVER && releasedAt < endedAt)
      return { cycle: releasedAt, resources: 'its slot and registers', until: 'its end' };
    const sharedCycle = sharedReleases.get(wave) ?? NEVER;
    if (sharedCycle !== NEVER && sharedCycle < endedAt)
      return { cycle: sharedCycle, resources: "its group's LDS and barrier", until: 'its end' };
    const cycle = vectorReleases.get(wave);
    if (cycle === undefined || !reportsMessages || announcedWaves.has(wave)) return undefined;
    return {
      cycle,
      resources: 'its vector registers',
      until: 'its end, or until it sends the message that releases them',
    };
  };

  /** The slot is free only once nothing is outstanding, or its next wave would get the returns (traps.md). */
  const checkOutstanding = (t: ResourceReleased | BackgroundReleased): void => {
    const index = COUNTER_NAMES.findIndex((_, i) => (ledgers.outstandingAccesses.count(t, i) ?? 0) > 0);
    if (index < 0 || !judge.fires()) return;
    judge.reportAt(t.wave, t.cycle, {
      unit: 'spi',
      allowed: `${getWaveName(ledgers, t.wave)} keeps its slot until all its accesses have returned.`,
      observed: `${getWaveName(ledgers, t.wave)} releases it with accesses outstanding on ${COUNTER_NAMES[index]}.`,
      hint: 'Check what a wave that has ended waits for before its resources are released.',
    });
  };

  return {
    'resource-released': checkOutstanding,
    'background-released': checkOutstanding,
    'message-sent': (t) => {
      reportsMessages = true;
      if (t.message === DEALLOC_VGPRS) announcedWaves.add(t.wave);
    },
    'vgprs-released': (t) => vectorReleases.set(t.wave, t.cycle),
    'group-released': (t) => {
      for (const wave of ledgers.background.getGroupWaves(t.wave))
        if (!ledgers.background.hasEnded(wave)) sharedReleases.set(wave, t.cycle);
    },
    'wave-ended': (t) => {
      const holder = ledgers.waves.find(t.wave) ?? ledgers.background.find(t.wave);
      if (holder === undefined) return;
      const release = findEarlyRelease(t.wave, holder.releasedCycle, t.cycle);
      vectorReleases.delete(t.wave);
      sharedReleases.delete(t.wave);
      announcedWaves.delete(t.wave);
      if (judge.finds(release))
        judge.reportAt(t.wave, release.cycle, {
          unit: 'spi',
          allowed: `${getWaveName(ledgers, t.wave)} keeps ${release.resources} until ${release.until}.`,
          observed: `${getWaveName(ledgers, t.wave)} releases ${release.resources} in cycle ${release.cycle} but ends in cycle ${t.cycle}.`,
          steps: [`cycle ${release.cycle}: releases ${release.resources}`, `cycle ${t.cycle}: ends`],
          hint: 'Check what triggers the release of resources, and for which wave.',
        });
    },
  };
}
