import type {
  BackgroundAllocated,
  BackgroundReleased,
  GroupAllocated,
  Place,
  ResourceReleased,
  Waiting,
  WaveLaunched,
} from '../../../transactions/index.js';
import { isKnownWave } from '../../evidence/findings/any-wave.js';
import type { AnyWave } from '../../evidence/ledger/background.js';
import { getBackgroundName } from '../../evidence/ledger/background.js';
import type { Handlers, Judge, Ledgers, RuleCheck } from '../../kit.js';
import {
  DefaultMap,
  defineRule,
  formatCount,
  formatWave,
  getProcessor,
  getWaveName,
  locateWave,
  mergeHandlers,
  WaveRecord,
} from '../../kit.js';
import { checkEarlyReleases } from './early-releases.js';

/**
 * Implements LAUNCH-01 for released slots: a wave releases its own slot, once. Releasing a different slot, or its
 * own twice, takes a slot away from another wave.
 */
function checkFalseReleases(ledgers: Ledgers, judge: Judge): Handlers {
  /** The slot of each wave that has one. */
  const slots = new Map<number, number>();
  let reportsSlots = false;

  const recordSlot = ({ wave, slot }: { readonly wave: number; readonly slot: number }): void => {
    reportsSlots = true;
    slots.set(wave, slot);
  };

  const checkRelease = ({ wave, cycle, slot }: ResourceReleased | BackgroundReleased): void => {
    const heldSlot = slots.get(wave);
    slots.delete(wave);
    if (!reportsSlots || heldSlot === slot || !isKnownWave(ledgers, wave) || !judge.fires()) return;
    const name = getWaveName(ledgers, wave);
    judge.reportAt(wave, cycle, {
      unit: 'spi',
      allowed:
        heldSlot === undefined
          ? `${name} holds no slot, so it releases none.`
          : `${name} releases wave slot ${heldSlot}, which it holds.`,
      observed: `${name} releases wave slot ${slot}.`,
      hint: 'Check what triggers the release of resources, how often, and which slot it specifies.',
    });
  };

  return {
    'wave-launched': recordSlot,
    'background-allocated': recordSlot,
    'resource-released': checkRelease,
    'background-released': checkRelease,
  };
}

const SLOT = 'wave slot';
const VGPR_ROWS = 'VGPR rows';
const SGPRS = 'SGPRs';
const LDS = 'LDS dwords';
const SCRATCH = 'scratch slot';
const BARRIER = 'barrier';

const RESOURCES = [SLOT, VGPR_ROWS, SGPRS, LDS, SCRATCH, BARRIER] as const;

interface ResourceSpan {
  readonly resource: (typeof RESOURCES)[number];
  /** The SIMD or work-group processor, or 0 if the engine only has one such resource. */
  readonly unitIndex: number;
  readonly first: number;
  readonly count: number;
}

/** The owner of a span: either a wave, or the group that starts with this wave. */
interface Owner {
  readonly isGroup: boolean;
  readonly record: AnyWave;
}

interface Holder {
  readonly owner: Owner;
  readonly span: ResourceSpan;
  readonly since: number;
}

/**
 * No wave releases what it still needs or doesn't hold. All resources that a wave has held are free when the device
 * goes idle, unless the wave is still waiting for a counter (P-029, P-067).
 */
export const LAUNCH_01 = defineRule({
  id: 'LAUNCH-01',
  text: "No two waves hold the same slot, registers, local memory or private memory. A wave's resources are released when it ends, a group's when its last wave ends.",
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
  create(ledgers, judge) {
    const holdings = new Holdings((span, owner, cycle, other) => {
      judge.armed++;
      if (other !== undefined) judge.violate(describeConflict, ledgers, cycle, span, owner, other);
    });
    /** Everything that is still waiting when the device goes idle. */
    let waiting: readonly Waiting[] | undefined;

    /**
     * Whether a wave is still waiting. A wave that has ended releases what it holds once its counters reach zero,
     * and HANG-01 reports waves whose counters never do.
     */
    const isWaiting = ({ record, isGroup }: Owner): boolean =>
      !isGroup && waiting!.some(({ unit, index }) => unit === 'wave' && index === record.wave);
    const hasEnded = ({ record: { wave }, isGroup }: Owner): boolean => {
      if (isGroup) return ledgers.background.hasGroupEnded(wave);
      const endedBy = ledgers.waves.find(wave)?.endedBy;
      return endedBy === 'end' || endedBy === 'end-ordered' || ledgers.background.hasEnded(wave);
    };
    const allocate = (record: AnyWave, t: WaveLaunched | BackgroundAllocated): void =>
      holdings.allocate({ isGroup: false, record }, listWaveSpans(t), t.cycle);

    const handlers: RuleCheck = {
      onWave: {
        'wave-launched': allocate,
        'resource-released': (_, t) => holdings.free(t.wave, false),
      },
      'vgprs-released': (t) => holdings.freeVectors(t.wave),
      'background-allocated': (t) => {
        const record = ledgers.background.find(t.wave);
        if (record !== undefined) allocate(record, t);
      },
      'background-released': (t) => holdings.free(t.wave, false),
      'group-allocated': (t) => {
        const record = ledgers.background.find(t.wave);
        if (record !== undefined) holdings.allocate({ isGroup: true, record }, listGroupSpans(t), t.cycle);
      },
      'group-released': (t) => holdings.free(t.wave, true),
      quiesced: (t) => {
        waiting = t.waiting;
      },
    };
    return {
      ...mergeHandlers<RuleCheck>([
        handlers,
        checkEarlyReleases(ledgers, judge),
        checkFalseReleases(ledgers, judge),
      ]),
      finish: (end) => {
        if (waiting === undefined) return;
        const leakedSpans = holdings.all.filter(({ owner }) => hasEnded(owner) && !isWaiting(owner));
        const [first] = leakedSpans;
        if (first !== undefined) judge.violate(describeLeak, ledgers, end, first, leakedSpans.length);
      },
    };
  },
});

/** Tracks which waves and groups hold which spans of resources. */
class Holdings {
  /** The holders, by unit and resource. */
  private readonly holders = new DefaultMap<number, Holder[]>(() => []);
  /** For each owner, the lists that it appears in, with one entry per allocation. */
  private readonly listsByOwner = new Map<number, Holder[][]>();

  /** @param onAllocation receives each allocated span and, if it already has one, its holder */
  constructor(
    private readonly onAllocation: (
      span: ResourceSpan,
      owner: Owner,
      cycle: number,
      other: Holder | undefined,
    ) => void,
  ) {}

  get all(): readonly Holder[] {
    return [...this.holders.values()].flat();
  }

  allocate(owner: Owner, spans: readonly ResourceSpan[], cycle: number): void {
    const key = getKey(owner.record.wave, owner.isGroup);
    const lists = this.listsByOwner.get(key) ?? [];
    this.listsByOwner.set(key, lists);
    for (const span of spans) {
      if (span.count === 0) continue;
      const list = this.getHolders(span);
      this.onAllocation(
        span,
        owner,
        cycle,
        list.find((holder) => overlaps(holder.span, span)),
      );
      list.push({ owner, span, since: cycle });
      lists.push(list);
    }
  }

  /** Frees the resources taken by one launch or allocation. */
  free(wave: number, isGroup: boolean): void {
    const key = getKey(wave, isGroup);
    const lists = this.listsByOwner.get(key) ?? [];
    const duplicates = lists.filter((list, index) => lists.indexOf(list) !== index);
    for (const list of new Set(lists))
      removeFirst(list, ({ owner }) => owner.record.wave === wave && owner.isGroup === isGroup);
    if (duplicates.length > 0) this.listsByOwner.set(key, duplicates);
    else this.listsByOwner.delete(key);
  }

  /** Frees a wave's vector registers, but nothing else that it holds. */
  freeVectors(wave: number): void {
    for (const list of new Set(this.listsByOwner.get(wave)))
      removeFirst(list, ({ owner, span }) => owner.record.wave === wave && span.resource === VGPR_ROWS);
  }

  private getHolders({ resource, unitIndex }: ResourceSpan): Holder[] {
    return this.holders.getOrCreate(unitIndex * RESOURCES.length + RESOURCES.indexOf(resource));
  }
}

/** Returns a unique key for an owner. */
function getKey(wave: number, isGroup: boolean): number {
  return isGroup ? -1 - wave : wave;
}

function removeFirst(list: Holder[], matches: (holder: Holder) => boolean): void {
  const index = list.findIndex(matches);
  if (index >= 0) list.splice(index, 1);
}

function listGroupSpans({ wgp, localFirst, localDwords, barrier }: GroupAllocated): readonly ResourceSpan[] {
  return [
    { resource: LDS, unitIndex: wgp, first: localFirst, count: localDwords },
    { resource: BARRIER, unitIndex: wgp, first: barrier, count: barrier < 0 ? 0 : 1 },
  ];
}

function listWaveSpans({ slot, simd, holds }: WaveLaunched | BackgroundAllocated): readonly ResourceSpan[] {
  const { vectorFirst, vectorRows, scalarFirst, scalarCount, localFirst, localDwords, scratchSlot } = holds;
  const wgp = getProcessor(simd);
  return [
    { resource: SLOT, unitIndex: 0, first: slot, count: 1 },
    { resource: VGPR_ROWS, unitIndex: simd, first: vectorFirst, count: vectorRows },
    { resource: SGPRS, unitIndex: simd, first: scalarFirst, count: scalarCount },
    { resource: LDS, unitIndex: wgp, first: localFirst, count: localDwords },
    { resource: SCRATCH, unitIndex: 0, first: scratchSlot, count: scratchSlot < 0 ? 0 : 1 },
  ];
}

function overlaps(a: ResourceSpan, b: ResourceSpan): boolean {
  return a.first < b.first + b.count && b.first < a.first + a.count;
}

function formatSpan({ resource, unitIndex, first, count }: ResourceSpan): string {
  if (resource === SLOT || resource === SCRATCH) return `${resource} ${first}`;
  const range = `${resource} ${first}${count === 1 ? '' : ` to ${first + count - 1}`}`;
  return `${range} of ${resource === LDS || resource === BARRIER ? 'processor' : 'SIMD'} ${unitIndex}`;
}

function getOwnerName({ record, isGroup }: Owner): string {
  if (record instanceof WaveRecord) return formatWave(record);
  return isGroup ? `the group of ${getBackgroundName(record)}` : getBackgroundName(record);
}

function locateOwner(ledgers: Ledgers, { record }: Owner): Place {
  return record instanceof WaveRecord ? locateWave(ledgers, record) : { wave: record.wave };
}

function describeConflict(ledgers: Ledgers, cycle: number, span: ResourceSpan, owner: Owner, other: Holder) {
  const name = getOwnerName(owner);
  const otherName = getOwnerName(other.owner);
  return {
    cycle,
    unit: 'spi' as const,
    place: { ...locateOwner(ledgers, owner), otherWave: other.owner.record.wave },
    allowed: `${name} is allocated only free resources.`,
    observed: `${name} is allocated ${formatSpan(span)} while ${otherName} holds ${formatSpan(other.span)}.`,
    steps: [
      `cycle ${other.since}: ${otherName} is allocated its resources`,
      `cycle ${cycle}: ${name} is allocated some of the same resources`,
    ],
    hint: 'Check which resources a release frees, and when.',
  };
}

function describeLeak(ledgers: Ledgers, end: number, { owner, span, since }: Holder, count: number) {
  return {
    cycle: end,
    unit: 'spi' as const,
    place: locateOwner(ledgers, owner),
    allowed: 'When the device goes idle, every wave that has ended has released all its resources.',
    observed: `${getOwnerName(owner)} ended but still holds ${formatSpan(span)}; ${formatCount(count, 'allocation', 'allocations')} in total.`,
    steps: [`cycle ${since}: allocated`],
    hint: 'Check all the ways a wave can end, such as early discard, halt, or late exports.',
  };
}
