import type { Gfx } from '../../arch/index.js';
import { factsOf } from '../../arch/index.js';
import type { TransactionKind } from '../../transactions/index.js';

type Kinds = readonly TransactionKind[];

/** Any of these missing makes gaps in time that no one can tell from a device at rest. */
export const WHATEVER_HAPPENS: Kinds = [
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

/** What tells which room there is for waves and exports. */
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

/** What tells which reads were lawfully old: rules that excuse the differences which follow need it (checking.md, VIS). */
const EXCUSES: Kinds = ['memory-issued', 'memory-performed', 'section-exit'];

/** Kinds whose names depend on the generation or the scenario. */
export interface ToldBy {
  /** What tells the end of entry waits. */
  readonly entry: TransactionKind;
  /** What tells exits. */
  readonly exits: Kinds;
  /** What tells which reads were lawfully old; nothing where caches serve nothing old. */
  readonly excuses: Kinds;
  /** What tells that waves give vector registers back ahead of their end, which none does before GFX11. */
  readonly earlyReleases: Kinds;
  /** What tells how long an entry wait may last once its reason is gone; nothing where scenario and programs bound it. */
  readonly entryBounds: Kinds;
}

/** What a device of the scenario may do that calls for more kinds. */
export interface Ways {
  /** Caches may serve what is old. */
  readonly mayBeStale: boolean;
  /** Waves may hold up others for longer than their programs tell. */
  readonly mayLoopUnseen: boolean;
}

/** What tells how long waves issue at a stretch. */
const BURSTS: Kinds = ['instructions-issued', 'wait-done'];

/** The kinds that tell these things on a generation, in a scenario with these ways. */
export function toldBy(gfx: Gfx, { mayBeStale, mayLoopUnseen }: Ways): ToldBy {
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
    entryBounds: mayLoopUnseen ? BURSTS : [],
  };
}
