import { GENERATIONS } from '../../../arch/index.js';
import type { GroupAllocated, HeldResources, Place, Waiting } from '../../../transactions/index.js';
import type { Handlers } from '../../evidence/basics/handlers.js';
import { mergeHandlers } from '../../evidence/basics/merge-handlers.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import { processorOf } from '../../evidence/facts/places.js';
import type { Judge } from '../../evidence/findings/judge.js';
import { counted, waveName, wavePlace } from '../../evidence/findings/wording.js';
import { type BackgroundRecord, backgroundName } from '../../evidence/ledger/background.js';
import { WaveRecord } from '../../evidence/ledger/wave-record.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';
import { earlyReleases } from './early-releases.js';
import { falseReleases } from './false-releases.js';

const SLOT = 'wave slot';
const VECTORS = 'VGPR rows of SIMD';
const SCALARS = 'SGPRs of SIMD';
const LOCAL = 'LDS dwords of processor';
const SCRATCH = 'scratch slot';
const BARRIER = 'barrier of processor';

/** The kinds of resources, as findings name them. */
const RESOURCES = [SLOT, VECTORS, SCALARS, LOCAL, SCRATCH, BARRIER] as const;

/** A part of a resource: the unit that contains it, and its entries. */
interface Part {
  readonly resource: (typeof RESOURCES)[number];
  /** The SIMD, the work-group processor, or 0 if the engine has only one. */
  readonly place: number;
  readonly first: number;
  readonly count: number;
}

/** An owner of parts: a wave, or the group with this first wave, and the record that names it. */
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
 * not hold. What a wave held is free again when the device comes to rest, unless the wave still waits for a
 * counter (P-029, P-067).
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

/** Tracks who holds which parts of the resources. */
class Holdings {
  /** The holders by unit and resource. */
  private readonly holders = new Map<number, Holder[]>();
  /** The lists that contain each owner, once per allocation there. */
  private readonly listsOf = new Map<number, Holder[][]>();

  /** @param onAllocation receives each allocated part, with its holder if it already has one */
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
    const key = keyOf(owner.wave, owner.isGroup);
    const lists = this.listsOf.get(key) ?? [];
    this.listsOf.set(key, lists);
    for (const part of parts) {
      if (part.count === 0) continue;
      const list = this.holdersOf(part);
      this.onAllocation(
        part,
        owner,
        cycle,
        list.find((holder) => intersect(holder.part, part)),
      );
      list.push({ owner, part, since: cycle });
      lists.push(list);
    }
  }

  /** Frees what one launch or allocation took. */
  free(wave: number, isGroup: boolean): void {
    const key = keyOf(wave, isGroup);
    const lists = this.listsOf.get(key) ?? [];
    const duplicates = lists.filter((list, index) => lists.indexOf(list) !== index);
    for (const list of new Set(lists))
      removeFirst(list, ({ owner }) => owner.wave === wave && owner.isGroup === isGroup);
    if (duplicates.length > 0) this.listsOf.set(key, duplicates);
    else this.listsOf.delete(key);
  }

  /** Releases a wave's vector registers; it keeps the rest. */
  freeVectors(wave: number): void {
    for (const list of new Set(this.listsOf.get(wave)))
      removeFirst(list, ({ owner, part }) => owner.wave === wave && part.resource === VECTORS);
  }

  private holdersOf({ resource, place }: Part): Holder[] {
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
  /** The parties that wait when the device comes to rest. */
  let waiting: readonly Waiting[] | undefined;

  /**
   * Returns whether a wave still waits. A wave that has ended releases what it holds once its counters fall,
   * and HANG-01 reports those that do not.
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
          partsOf(t.slot, t.simd, t.holds),
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
          partsOf(t.slot, t.simd, t.holds),
          t.cycle,
        );
    },
    'background-released': (t) => holdings.free(t.wave, false),
    'group-allocated': (t) => {
      const record = ledgers.background.find(t.wave);
      if (record !== undefined)
        holdings.allocate({ wave: t.wave, isGroup: true, record }, groupParts(t), t.cycle);
    },
    'group-released': (t) => holdings.free(t.wave, true),
    quiesced: (t) => {
      waiting = t.waiting;
    },
  };
  return {
    on: mergeHandlers([parts, earlyReleases(ledgers, judge), falseReleases(ledgers, judge)]),
    finish: (end) => {
      if (waiting === undefined) return;
      const leaked = holdings.all.filter(({ owner }) => hasEnded(owner) && !isWaiting(owner));
      const [first] = leaked;
      if (first !== undefined) judge.violate(describeLeak, ledgers, end, first, leaked.length);
    },
  };
}

/** Returns a unique number for an owner. */
function keyOf(wave: number, isGroup: boolean): number {
  return isGroup ? -1 - wave : wave;
}

function removeFirst(list: Holder[], matches: (holder: Holder) => boolean): void {
  const index = list.findIndex(matches);
  if (index >= 0) list.splice(index, 1);
}

function groupParts({ wgp, localFirst, localDwords, barrier }: GroupAllocated): readonly Part[] {
  return [
    { resource: LOCAL, place: wgp, first: localFirst, count: localDwords },
    { resource: BARRIER, place: wgp, first: barrier, count: barrier < 0 ? 0 : 1 },
  ];
}

function partsOf(slot: number, simd: number, holds: HeldResources): readonly Part[] {
  const { vectorFirst, vectorRows, scalarFirst, scalarCount, localFirst, localDwords, scratchSlot } = holds;
  const wgp = processorOf(simd);
  return [
    { resource: SLOT, place: 0, first: slot, count: 1 },
    { resource: VECTORS, place: simd, first: vectorFirst, count: vectorRows },
    { resource: SCALARS, place: simd, first: scalarFirst, count: scalarCount },
    { resource: LOCAL, place: wgp, first: localFirst, count: localDwords },
    { resource: SCRATCH, place: 0, first: scratchSlot, count: scratchSlot < 0 ? 0 : 1 },
  ];
}

function intersect(a: Part, b: Part): boolean {
  return a.first < b.first + b.count && b.first < a.first + a.count;
}

function partName({ resource, place, first, count }: Part): string {
  if (resource === BARRIER) return `${resource} ${place}, number ${first}`;
  if (count === 1) return `${resource} ${first}`;
  return `${resource} ${place}, ${first} to ${first + count - 1}`;
}

function ownerName({ record, isGroup }: Owner): string {
  if (record instanceof WaveRecord) return waveName(record);
  return isGroup ? `the group of ${backgroundName(record)}` : backgroundName(record);
}

function ownerPlace(ledgers: Ledgers, { wave, record }: Owner): Place {
  return record instanceof WaveRecord ? wavePlace(ledgers, record) : { wave };
}

function describeConflict(ledgers: Ledgers, cycle: number, part: Part, owner: Owner, other: Holder) {
  const name = ownerName(owner);
  const otherName = ownerName(other.owner);
  return {
    cycle,
    unit: 'spi' as const,
    place: { ...ownerPlace(ledgers, owner), otherWave: other.owner.wave },
    allowed: `${name} gets only resources that are free.`,
    observed: `It gets ${partName(part)}, while ${otherName} holds ${partName(other.part)}.`,
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
    place: ownerPlace(ledgers, owner),
    allowed: 'When the device comes to rest, every ended wave has released all its resources.',
    observed: `${ownerName(owner)} ended and still holds ${partName(part)}; ${counted(count, 'part', 'parts')} in all.`,
    steps: [`cycle ${since}: allocated`],
    hint: 'Check every way in which a wave can end: early discard, halt, late exports.',
  };
}
