import type { Gfx } from '../../../arch/index.js';
import { factsOf } from '../../../arch/index.js';
import type { TransactionKind } from '../../../transactions/index.js';

type Kinds = readonly TransactionKind[];

/** If any of these is missing, gaps in time look like a device at rest. */
export const ALWAYS_REQUIRED: Kinds = [
  'wave-formed',
  'wave-launched',
  'wave-ended',
  'background-formed',
  'background-launched',
  'background-released',
  'event-wait-done',
  'exiting-id-polled',
  'exiting-id-visible',
  'export-granted',
  'export-requested',
  'exported',
  'memory-issued',
  'memory-performed',
  'memory-returned',
  'message-sent',
  'section-exit',
  'sx-alloc',
  'sx-freed',
  'translation-failed',
  'wait-done',
];

/** Kinds that show the room for waves and exports. */
export const SPACE_AND_ROOM: Kinds = [
  'wave-launched',
  'resource-released',
  'background-formed',
  'background-allocated',
  'background-launched',
  'background-released',
  'group-allocated',
  'group-released',
  'sx-alloc',
  'sx-freed',
];

/** Kinds that show which reads were legally stale: rules that excuse the resulting differences need them (checking.md, VIS). */
const EXCUSES: Kinds = ['memory-issued', 'memory-performed', 'section-exit'];

/** Kinds that depend on the generation or the scenario. */
export interface ShowingKinds {
  /** The kind that shows the end of entry waits. */
  readonly entry: TransactionKind;
  /** Kinds that show exits. */
  readonly exits: Kinds;
  /** Kinds that show which reads were legally stale; none if caches are coherent. */
  readonly excuses: Kinds;
  /** Kinds that show early releases of vector registers, which exist since GFX11. */
  readonly earlyReleases: Kinds;
  /** Kinds that bound an entry wait once its reason no longer holds; none if scenario and programs bound it. */
  readonly entryBounds: Kinds;
}

/** Behaviours of a device that require more kinds. */
export interface DeviceBehaviours {
  /** Caches may serve stale data. */
  readonly mayBeStale: boolean;
  /** Waves may block others for longer than their programs show. */
  readonly mayHaveUnreportedLoops: boolean;
}

/** Kinds that show how long waves issue without a pause. */
const BURSTS: Kinds = ['instructions-issued', 'wait-done'];

/** The kinds that show each of these in a generation's streams, for a device with these behaviours. */
export function showingKinds(
  gfx: Gfx,
  { mayBeStale, mayHaveUnreportedLoops }: DeviceBehaviours,
): ShowingKinds {
  const excuses = mayBeStale ? EXCUSES : [];
  if (factsOf(gfx).exitsByExport) {
    return {
      entry: 'event-wait-done',
      exits: ['exported', 'wave-ended'],
      excuses,
      earlyReleases: ['message-sent', 'vgprs-released'],
      entryBounds: [...BURSTS, 'overlap', 'sx-alloc', 'translation-failed', 'wave-launched'],
    };
  }
  return {
    entry: 'exiting-id-polled',
    exits: ['message-sent', 'wave-ended'],
    excuses,
    earlyReleases: [],
    entryBounds: mayHaveUnreportedLoops ? BURSTS : [],
  };
}
