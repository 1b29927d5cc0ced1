import type { Gfx } from '../../arch/index.js';
import type { TransactionKind } from '../../transactions/index.js';

type Kinds = readonly TransactionKind[];

/** Any of these missing makes gaps in time that nobody can tell from a device at rest. */
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
}

/** @param mayBeStale whether caches may serve what is old. */
export function toldBy(gfx: Gfx, mayBeStale: boolean): ToldBy {
  const excuses = mayBeStale ? EXCUSES : [];
  if (gfx === 'gfx11') return { entry: 'event-wait-done', exits: ['exported', 'wave-ended'], excuses };
  return { entry: 'exiting-id-polled', exits: ['message-sent', 'wave-ended'], excuses };
}
