import type { GroupAllocated, HeldResources, Place } from '../../transactions/index.js';
import type { Judge } from '../findings/judge.js';
import { counted, waveName, wavePlace } from '../findings/wording.js';
import { SIMDS_PER_WGP } from '../idle/issue-backlog.js';
import { backgroundName } from '../ledger/background.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { RuleCheck } from '../rule.js';

const VECTORS = 'VGPR rows of SIMD';

/** One part of a resource: where it is, and its entries. */
interface Part {
  readonly resource: string;
  /** The SIMD, the work-group processor, or 0 for what the engine has once. */
  readonly place: number;
  readonly first: number;
  readonly count: number;
}

/** Who holds parts: a wave, or the group whose first wave it is. */
interface Owner {
  readonly wave: number;
  readonly ofGroup: boolean;
  readonly name: string;
  readonly place: Place;
}

interface Holder {
  readonly owner: Owner;
  readonly part: Part;
  readonly since: number;
}

/**
 * Invariant: nothing is held by two waves or groups at once, and what a wave held is free again when nothing moves any more
 * (P-029, P-067).
 */
export function createLaunch01(ledgers: Ledgers, judge: Judge): RuleCheck {
  const holders = new Map<string, Holder[]>();
  let comesToRest = false;

  const holdersOf = ({ resource, place }: Part): Holder[] => {
    const key = `${resource} ${place}`;
    const list = holders.get(key) ?? [];
    holders.set(key, list);
    return list;
  };

  const take = (owner: Owner, parts: readonly Part[], cycle: number): void => {
    for (const part of parts) {
      if (part.count === 0) continue;
      const list = holdersOf(part);
      const other = list.find((holder) => meets(holder.part, part));
      judge.armed++;
      if (other !== undefined) judge.violate(() => twice(cycle, part, owner, other));
      list.push({ owner, part, since: cycle });
    }
  };

  const free = (wave: number, ofGroup: boolean): void => {
    for (const list of holders.values()) {
      const at = list.findIndex(({ owner }) => owner.wave === wave && owner.ofGroup === ofGroup);
      if (at >= 0) list.splice(at, 1);
    }
  };

  const hasEnded = ({ wave, ofGroup }: Owner): boolean => {
    if (ofGroup) return ledgers.background.groupHasEnded(wave);
    const endedBy = ledgers.waves.find(wave)?.endedBy;
    return endedBy === 'end' || endedBy === 'end-ordered' || ledgers.background.hasEnded(wave);
  };

  return {
    on: {
      'wave-launched': (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave === undefined) return;
        const owner = { wave: t.wave, ofGroup: false, name: waveName(wave), place: wavePlace(ledgers, wave) };
        take(owner, partsOf(t.slot, t.simd, t.holds), t.cycle);
      },
      'vgprs-released': (t) => {
        for (const [key, list] of holders) {
          const at = key.startsWith(VECTORS) ? list.findIndex(({ owner }) => owner.wave === t.wave) : -1;
          if (at >= 0) list.splice(at, 1);
        }
      },
      'resource-released': (t) => {
        if (ledgers.waves.find(t.wave) !== undefined) free(t.wave, false);
      },
      'background-allocated': (t) => {
        const record = ledgers.background.find(t.wave);
        if (record === undefined) return;
        const owner = {
          wave: t.wave,
          ofGroup: false,
          name: backgroundName(record),
          place: { wave: t.wave },
        };
        take(owner, partsOf(t.slot, t.simd, t.holds), t.cycle);
      },
      'background-released': (t) => free(t.wave, false),
      'group-allocated': (t) => {
        const record = ledgers.background.find(t.wave);
        if (record === undefined) return;
        const name = `the group of ${backgroundName(record)}`;
        take({ wave: t.wave, ofGroup: true, name, place: { wave: t.wave } }, groupParts(t), t.cycle);
      },
      'group-released': (t) => free(t.wave, true),
      quiesced: () => {
        comesToRest = true;
      },
    },
    finish: (end) => {
      if (!comesToRest) return;
      const leaked = [...holders.values()].flat().filter(({ owner }) => hasEnded(owner));
      const [first] = leaked;
      if (first !== undefined) judge.violate(() => leak(end, first, leaked.length));
    },
  };
}

function groupParts({ wgp, localFirst, localDwords, barrier }: GroupAllocated): readonly Part[] {
  return [
    {
      resource: 'dwords of the local data share of processor',
      place: wgp,
      first: localFirst,
      count: localDwords,
    },
    {
      resource: `barrier of processor ${wgp}, number`,
      place: wgp,
      first: barrier,
      count: barrier < 0 ? 0 : 1,
    },
  ];
}

function partsOf(slot: number, simd: number, holds: HeldResources): readonly Part[] {
  const { vectorFirst, vectorRows, scalarFirst, scalarCount, localFirst, localDwords, scratchSlot } = holds;
  const wgp = Math.floor(simd / SIMDS_PER_WGP);
  return [
    { resource: 'wave slot', place: 0, first: slot, count: 1 },
    { resource: VECTORS, place: simd, first: vectorFirst, count: vectorRows },
    { resource: 'SGPRs of SIMD', place: simd, first: scalarFirst, count: scalarCount },
    {
      resource: 'dwords of the local data share of processor',
      place: wgp,
      first: localFirst,
      count: localDwords,
    },
    { resource: 'part of the private memory', place: 0, first: scratchSlot, count: scratchSlot < 0 ? 0 : 1 },
  ];
}

function meets(a: Part, b: Part): boolean {
  return a.first < b.first + b.count && b.first < a.first + a.count;
}

function partName({ resource, place, first, count }: Part): string {
  if (count === 1) return `${resource} ${first}`;
  return `${resource} ${place}, ${first} to ${first + count - 1}`;
}

function twice(cycle: number, part: Part, owner: Owner, other: Holder) {
  return {
    cycle,
    unit: 'spi' as const,
    place: { ...owner.place, otherWave: other.owner.wave },
    allowed: `${owner.name} gets what nobody else holds.`,
    observed: `It gets ${partName(part)}, while ${other.owner.name} holds ${partName(other.part)}.`,
    steps: [
      `cycle ${other.since}: ${other.owner.name} gets its resources`,
      `cycle ${cycle}: ${owner.name} gets the same part`,
    ],
    hint: 'Look at what the release of a wave gives back, and when.',
  };
}

function leak(end: number, { owner, part, since }: Holder, count: number) {
  return {
    cycle: end,
    unit: 'spi' as const,
    place: owner.place,
    allowed: 'When nothing moves any more, every wave that ended has given back all it held.',
    observed: `${owner.name} ended and still holds ${partName(part)}; ${counted(count, 'part', 'parts')} in all.`,
    steps: [`cycle ${since}: allocated`],
    hint: 'Look at every way in which a wave can end: early discard, halt, exports that come later.',
  };
}
