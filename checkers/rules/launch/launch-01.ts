import { GENERATIONS } from '../../../arch/index.js';
import type { GroupAllocated, HeldResources, Place, Waiting } from '../../../transactions/index.js';
import type { Handlers } from '../../evidence/basics/handlers.js';
import { mergeHandlers } from '../../evidence/basics/merge-handlers.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import { getProcessor } from '../../evidence/facts/places.js';
import type { Judge } from '../../evidence/findings/judge.js';
import { formatCount, waveName, wavePlace } from '../../evidence/findings/wording.js';
import { type BackgroundRecord, getBackgroundName } from '../../evidence/ledger/background.js';
import { WaveRecord } from '../../evidence/ledger/wave-record.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';
import { judgeEarlyReleases } from './early-releases.js';
import { judgeFalseReleases } from './false-releases.js';

const SLOT = 'wave slot';
const VECTORS = 'VGPR rows of SIMD';
const SCALARS = 'SGPRs of SIMD';
const LOCAL = 'LDS dwords of processor';
const SCRATCH = 'scratch slot';
const BARRIER = 'barrier of processor';

/** The kinds of resources, in the words of findings. */
const RESOURCES = [SLOT, VECTORS, SCALARS, LOCAL, SCRATCH, BARRIER] as const;

/** A part of a resource. */
interface Part {
  readonly resource: (typeof RESOURCES)[number];
  /** The SIMD or work-group processor, or 0 if the engine only has one such resource. */
  readonly place: number;
  readonly first: number;
  readonly count: number;
}

/** An owner of parts: either a wave, or the group whose first wave it is. */
interface Owner {
  readonly wave: number;
  readonly isGroup: boolean;
  readonly record: WaveRecord | BackgroundRecord;
}

interface Holder {
  readonly owner: Owner;
  readonly part: Part;
  readonly since: number;
}

/**
 * Invariant: nothing is held by two waves or groups at once, and no wave releases what it still needs or does
 * not hold. Whatever a wave has held is free again when the device comes to rest, unless the wave is still
 * waiting for a counter (P-029, P-067).
 */
export const LAUNCH_01: Rule = {
  id: 'LAUNCH-01',
  text: 'No two waves hold the same slot, registers, local memory or private memory. A wave releases its own when it ends, a group after all its waves have ended.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['P-029', 'P-065', 'P-067', 'P-115'],
  needs: ['wave-formed', 'wave-launched', 'resource-released'],
  reads: ({ earlyReleases }) => [
    'background-allocated',
    'background-formed',
    'background-released',
    'group-allocated',
    'group-released',
    'wave-ended',
    ...earlyReleases,
  ],
  create,
};

/** Tracks who holds which parts of resources. */
class Holdings {
  /** The holders, by unit and resource. */
  private readonly holders = new Map<number, Holder[]>();
  /** The lists that each owner is in, once for each allocation there. */
  private readonly listsByOwner = new Map<number, Holder[][]>();

  /** @param onAllocation receives each allocated part and, if it already has one, its holder */
  constructor(
    private readonly onAllocation: (
      part: Part,
      owner: Owner,
      cycle: number,
      other: Holder | undefined,
    ) => void,
  ) {}

  get all(): readonly Holder[] {
    return [...this.holders.values()].flat();
  }

  allocate(owner: Owner, parts: readonly Part[], cycle: number): void {
    const key = getKey(owner.wave, owner.isGroup);
    const lists = this.listsByOwner.get(key) ?? [];
    this.listsByOwner.set(key, lists);
    for (const part of parts) {
      if (part.count === 0) continue;
      const list = this.getHolders(part);
      this.onAllocation(
        part,
        owner,
        cycle,
        list.find((holder) => overlaps(holder.part, part)),
      );
      list.push({ owner, part, since: cycle });
      lists.push(list);
    }
  }

  /** Frees what one launch or allocation took. */
  free(wave: number, isGroup: boolean): void {
    const key = getKey(wave, isGroup);
    const lists = this.listsByOwner.get(key) ?? [];
    const duplicates = lists.filter((list, index) => lists.indexOf(list) !== index);
    for (const list of new Set(lists))
      removeFirst(list, ({ owner }) => owner.wave === wave && owner.isGroup === isGroup);
    if (duplicates.length > 0) this.listsByOwner.set(key, duplicates);
    else this.listsByOwner.delete(key);
  }

  /** Frees a wave's vector registers, but nothing else that it holds. */
  freeVectors(wave: number): void {
    for (const list of new Set(this.listsByOwner.get(wave)))
      removeFirst(list, ({ owner, part }) => owner.wave === wave && part.resource === VECTORS);
  }

  private getHolders({ resource, place }: Part): Holder[] {
    const key = place * RESOURCES.length + RESOURCES.indexOf(resource);
    let list = this.holders.get(key);
    if (list === undefined) {
      list = [];
      this.holders.set(key, list);
    }
    return list;
  }
}

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  const holdings = new Holdings((part, owner, cycle, other) => {
    judge.armed++;
    if (other !== undefined) judge.violate(describeConflict, ledgers, cycle, part, owner, other);
  });
  /** The parties that are waiting when the device comes to rest. */
  let waiting: readonly Waiting[] | undefined;

  /**
   * Whether a wave is still waiting. A wave that has ended releases what it holds once its counters reach zero,
   * and HANG-01 reports waves whose counters never do.
   */
  const isWaiting = ({ wave, isGroup }: Owner): boolean =>
    !isGroup && waiting!.some(({ unit, index }) => unit === 'wave' && index === wave);

  const hasEnded = ({ wave, isGroup }: Owner): boolean => {
    if (isGroup) return ledgers.background.groupHasEnded(wave);
    const endedBy = ledgers.waves.find(wave)?.endedBy;
    return endedBy === 'end' || endedBy === 'end-ordered' || ledgers.background.hasEnded(wave);
  };

  const parts: Handlers = {
    'wave-launched': (t) => {
      const wave = ledgers.waves.find(t.wave);
      if (wave !== undefined)
        holdings.allocate(
          { wave: t.wave, isGroup: false, record: wave },
          listWaveParts(t.slot, t.simd, t.holds),
          t.cycle,
        );
    },
    'vgprs-released': (t) => holdings.freeVectors(t.wave),
    'resource-released': (t) => {
      if (ledgers.waves.find(t.wave) !== undefined) holdings.free(t.wave, false);
    },
    'background-allocated': (t) => {
      const record = ledgers.background.find(t.wave);
      if (record !== undefined)
        holdings.allocate(
          { wave: t.wave, isGroup: false, record },
          listWaveParts(t.slot, t.simd, t.holds),
          t.cycle,
        );
    },
    'background-released': (t) => holdings.free(t.wave, false),
    'group-allocated': (t) => {
      const record = ledgers.background.find(t.wave);
      if (record !== undefined)
        holdings.allocate({ wave: t.wave, isGroup: true, record }, listGroupParts(t), t.cycle);
    },
    'group-released': (t) => holdings.free(t.wave, true),
    quiesced: (t) => {
      waiting = t.waiting;
    },
  };
  return {
    on: mergeHandlers([parts, judgeEarlyReleases(ledgers, judge), judgeFalseReleases(ledgers, judge)]),
    finish: (end) => {
      if (waiting === undefined) return;
      const leaked = holdings.all.filter(({ owner }) => hasEnded(owner) && !isWaiting(owner));
      const [first] = leaked;
      if (first !== undefined) judge.violate(describeLeak, ledgers, end, first, leaked.length);
    },
  };
}

/** Returns a unique number for an owner. */
function getKey(wave: number, isGroup: boolean): number {
  return isGroup ? -1 - wave : wave;
}

function removeFirst(list: Holder[], matches: (holder: Holder) => boolean): void {
  const index = list.findIndex(matches);
  if (index >= 0) list.splice(index, 1);
}

function listGroupParts({ wgp, localFirst, localDwords, barrier }: GroupAllocated): readonly Part[] {
  return [
    { resource: LOCAL, place: wgp, first: localFirst, count: localDwords },
    { resource: BARRIER, place: wgp, first: barrier, count: barrier < 0 ? 0 : 1 },
  ];
}

function listWaveParts(slot: number, simd: number, holds: HeldResources): readonly Part[] {
  const { vectorFirst, vectorRows, scalarFirst, scalarCount, localFirst, localDwords, scratchSlot } = holds;
  const wgp = getProcessor(simd);
  return [
    { resource: SLOT, place: 0, first: slot, count: 1 },
    { resource: VECTORS, place: simd, first: vectorFirst, count: vectorRows },
    { resource: SCALARS, place: simd, first: scalarFirst, count: scalarCount },
    { resource: LOCAL, place: wgp, first: localFirst, count: localDwords },
    { resource: SCRATCH, place: 0, first: scratchSlot, count: scratchSlot < 0 ? 0 : 1 },
  ];
}

function overlaps(a: Part, b: Part): boolean {
  return a.first < b.first + b.count && b.first < a.first + a.count;
}

function formatPart({ resource, place, first, count }: Part): string {
  if (resource === BARRIER) return `${resource} ${place}, number ${first}`;
  if (count === 1) return `${resource} ${first}`;
  return `${resource} ${place}, ${first} to ${first + count - 1}`;
}

function getOwnerName({ record, isGroup }: Owner): string {
  if (record instanceof WaveRecord) return waveName(record);
  return isGroup ? `the group of ${getBackgroundName(record)}` : getBackgroundName(record);
}

function getOwnerPlace(ledgers: Ledgers, { wave, record }: Owner): Place {
  return record instanceof WaveRecord ? wavePlace(ledgers, record) : { wave };
}

function describeConflict(ledgers: Ledgers, cycle: number, part: Part, owner: Owner, other: Holder) {
  const name = getOwnerName(owner);
  const otherName = getOwnerName(other.owner);
  return {
    cycle,
    unit: 'spi' as const,
    place: { ...getOwnerPlace(ledgers, owner), otherWave: other.owner.wave },
    allowed: `${name} gets only resources that are free.`,
    observed: `It gets ${formatPart(part)}, while ${otherName} holds ${formatPart(other.part)}.`,
    steps: [
      `cycle ${other.since}: ${otherName} gets its resources`,
      `cycle ${cycle}: ${name} gets the same part`,
    ],
    hint: 'Check what the release of a wave frees, and when.',
  };
}

function describeLeak(ledgers: Ledgers, end: number, { owner, part, since }: Holder, count: number) {
  return {
    cycle: end,
    unit: 'spi' as const,
    place: getOwnerPlace(ledgers, owner),
    allowed: 'When the device comes to rest, every ended wave has released all its resources.',
    observed: `${getOwnerName(owner)} ended and still holds ${formatPart(part)}; ${formatCount(count, 'part', 'parts')} in all.`,
    steps: [`cycle ${since}: allocated`],
    hint: 'Check every way in which a wave can end: early discard, halt, late exports.',
  };
}
