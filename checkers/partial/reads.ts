import type { Gfx } from '../../arch/index.js';
import type { RuleId, TransactionKind } from '../../transactions/index.js';

type Kinds = readonly TransactionKind[];

/** Any of these missing makes gaps in time that nobody can tell from a device at rest. */
const WHATEVER_HAPPENS: Kinds = [
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

const SPACE_AND_ROOM: Kinds = [
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

/** What tells which reads were lawfully old, and the rules that excuse the differences which follow (checking.md, VIS). */
const EXCUSES: Kinds = ['memory-issued', 'memory-performed', 'section-exit'];
const EXCUSING: ReadonlySet<RuleId> = new Set<RuleId>(['ORD-03', 'ORD-09', 'EXP-06']);

/**
 * Kinds that each rule takes for granted besides its `needs`: where one was left out of a trace, what the rule finds may be
 * what nobody told, so it judges nothing. Own runs leave nothing out.
 *
 * @param mayBeStale whether caches may serve what is old.
 */
export function readsOf(rule: RuleId, gfx: Gfx, mayBeStale: boolean): Kinds {
  const reads = (gfx === 'gfx11' ? READS_WITH_EVENTS : READS_WITH_IDS)[rule] ?? [];
  return mayBeStale && EXCUSING.has(rule) ? [...reads, ...EXCUSES] : reads;
}

const READS_WITH_IDS = reads('exiting-id-polled', ['message-sent', 'wave-ended']);
const READS_WITH_EVENTS = reads('event-wait-done', ['exported', 'wave-ended']);

/** @param entry what tells the end of entry waits. @param exits what tells exits. */
function reads(entry: TransactionKind, exits: Kinds): { readonly [R in RuleId]?: Kinds } {
  return {
    'ORD-04': exits,
    'ORD-05': exits,
    'ORD-06': [...exits, 'memory-performed'],
    'ORD-09': ['wave-formed', 'wave-ended', 'memory-issued', 'memory-performed', 'memory-dumped'],
    'ORD-10': ['wave-formed', 'wave-ended', 'depth-tested'],
    'ORD-11': exits,
    'IDLE-01': [
      entry,
      ...exits,
      'instructions-issued',
      'overlap',
      'sx-alloc',
      'translation-failed',
      'wait-done',
      'wave-launched',
    ],
    'IDLE-02': [
      ...exits,
      ...SPACE_AND_ROOM,
      'export-granted',
      'export-requested',
      'hwreg-written',
      'instructions-issued',
      'memory-issued',
      'overlap',
      'translation-failed',
      'wait-done',
    ],
    'IDLE-03': WHATEVER_HAPPENS,
    'HANG-01': ['draw-end'],
    'HANG-04': exits,
    'HANG-05': ['exiting-id-visible', 'hwreg-written'],
    'HANG-06': [...exits, ...SPACE_AND_ROOM, 'exiting-id-visible', 'memory-performed', 'section-exit'],
    'HANG-09': ['background-formed', 'sx-alloc', 'wave-launched'],
    'RACE-01': exits,
    'RACE-03': [entry],
    'RACE-06': ['memory-performed', 'memory-returned'],
    'PROTO-01': exits,
    'PROTO-04': ['hwreg-written'],
    'LAUNCH-01': [
      'background-allocated',
      'background-formed',
      'background-released',
      'group-allocated',
      'group-released',
      'message-sent',
      'vgprs-released',
      'wave-ended',
    ],
    'LAUNCH-02': ['background-allocated', 'group-allocated'],
    'LAUNCH-06': ['depth-tested'],
    'LAUNCH-08': ['background-formed'],
    'LAUNCH-09': ['background-barrier-reached', 'background-formed', 'instructions-issued', 'wave-ended'],
    'EXP-02': ['background-launched', 'wave-launched'],
    'EXP-06': ['depth-tested'],
    'EXP-08': ['export-granted', 'export-requested'],
    'EXP-09': ['background-formed', 'export-granted', 'wave-ended'],
    'PERF-01': exits,
    'PERF-02': exits,
    'PERF-04': [entry, ...exits],
    'PERF-05': exits,
  };
}
