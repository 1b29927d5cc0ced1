import { factsOf, type Gfx } from '../../../arch/index.js';
import type { TransactionKind } from '../../../transactions/index.js';

type Kinds = readonly TransactionKind[];

/** If any of these kinds is missing, a device may look idle when it is not. */
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

/** The kinds that show how much capacity is available for waves and exports. */
export const CAPACITY_KINDS: Kinds = [
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

/**
 * The kinds that show which reads were legally stale. Needed by rules that tolerate the resulting differences
 * (checking.md, VIS).
 */
const STALE_READ_KINDS: Kinds = ['memory-issued', 'memory-performed', 'section-exit'];

/** The kinds that depend on the generation and the scenario. */
export interface EvidenceKinds {
  /** The kind that shows the end of entry waits. */
  readonly entry: TransactionKind;
  /** The kinds that show exits. */
  readonly exits: Kinds;
  /** The kinds that show which reads were legally stale. Empty if caches are coherent. */
  readonly staleReads: Kinds;
  /** The kinds that show early releases of vector registers, which exist on GFX11 and later. */
  readonly earlyReleases: Kinds;
  /**
   * The kinds that limit how long an entry wait may last after the reason for it is gone. Empty if the scenario and its
   * programs alone set the limit.
   */
  readonly entryBounds: Kinds;
}

/** Properties of a device that require additional kinds. */
export interface DeviceBehaviours {
  /** Whether caches may serve stale data. */
  readonly mayBeStale: boolean;
  /** Whether waves may block others for longer than can be inferred from their programs. */
  readonly mayHaveUnreportedLoops: boolean;
}

/** The kinds that show how long waves issue without pausing. */
const STRETCH_KINDS: Kinds = ['instructions-issued', 'wait-done'];

/** Returns the kinds for a generation and a device with the given behaviours. */
export function getEvidenceKinds(
  gfx: Gfx,
  { mayBeStale, mayHaveUnreportedLoops }: DeviceBehaviours,
): EvidenceKinds {
  const staleReads = mayBeStale ? STALE_READ_KINDS : [];
  if (factsOf(gfx).exitsByExport)
    return {
      entry: 'event-wait-done',
      exits: ['exported', 'wave-ended'],
      staleReads,
      earlyReleases: ['message-sent', 'vgprs-released'],
      entryBounds: [...STRETCH_KINDS, 'overlap', 'sx-alloc', 'translation-failed', 'wave-launched'],
    };
  return {
    entry: 'exiting-id-polled',
    exits: ['message-sent', 'wave-ended'],
    staleReads,
    earlyReleases: [],
    entryBounds: mayHaveUnreportedLoops ? STRETCH_KINDS : [],
  };
}
