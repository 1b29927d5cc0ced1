import type { HeldResources } from '../../transactions/index.js';
import type { Judge } from '../findings/judge.js';
import { counted, waveName, wavePlace } from '../findings/wording.js';
import { SIMDS_PER_WGP } from '../idle/issue-backlog.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import type { RuleCheck } from '../rule.js';

/** One part of a resource: where it is, and its entries. */
interface Part {
  readonly resource: string;
  /** The SIMD, the work-group processor, or 0 for what the engine has once. */
  readonly place: number;
  readonly first: number;
  readonly count: number;
}

interface Holder {
  readonly wave: WaveRecord;
  readonly part: Part;
}

/**
 * Invariant: nothing is held by two waves at once, and what a wave held is free again when nothing moves any more
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

  const take = (wave: WaveRecord, part: Part, cycle: number): void => {
    if (part.count === 0) return;
    const list = holdersOf(part);
    const other = list.find((holder) => meets(holder.part, part));
    judge.armed++;
    if (other !== undefined) judge.violate(() => twice(ledgers, cycle, part, wave, other));
    list.push({ wave, part });
  };

  const free = (wave: WaveRecord): void => {
    for (const list of holders.values()) {
      const at = list.findIndex((holder) => holder.wave === wave);
      if (at >= 0) list.splice(at, 1);
    }
  };

  return {
    on: {
      'wave-launched': (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave === undefined) return;
        for (const part of partsOf(t.slot, t.simd, t.holds)) take(wave, part, t.cycle);
      },
      'resource-released': (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave !== undefined) free(wave);
      },
      quiesced: () => {
        comesToRest = true;
      },
    },
    finish: (end) => {
      if (!comesToRest) return;
      const leaked = [...holders.values()]
        .flat()
        .filter(({ wave }) => wave.endedBy === 'end' || wave.endedBy === 'end-ordered');
      const [first] = leaked;
      if (first !== undefined) judge.violate(() => leak(ledgers, end, first, leaked.length));
    },
  };
}

function partsOf(slot: number, simd: number, holds: HeldResources): readonly Part[] {
  const { vectorFirst, vectorRows, scalarFirst, scalarCount, localFirst, localDwords, scratchSlot } = holds;
  const wgp = Math.floor(simd / SIMDS_PER_WGP);
  return [
    { resource: 'wave slot', place: 0, first: slot, count: 1 },
    { resource: 'VGPR rows of SIMD', place: simd, first: vectorFirst, count: vectorRows },
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

function twice(ledgers: Ledgers, cycle: number, part: Part, wave: WaveRecord, other: Holder) {
  return {
    cycle,
    unit: 'spi' as const,
    place: { ...wavePlace(ledgers, wave), otherWave: other.wave.wave },
    allowed: `${waveName(wave)} gets what no running wave holds.`,
    observed: `It gets ${partName(part)}, while ${waveName(other.wave)} holds ${partName(other.part)}.`,
    steps: [
      `cycle ${other.wave.launchedCycle}: ${waveName(other.wave)} is launched`,
      `cycle ${cycle}: ${waveName(wave)} is launched on the same part`,
    ],
    hint: 'Look at what the release of a wave gives back, and when.',
  };
}

function leak(ledgers: Ledgers, end: number, { wave, part }: Holder, count: number) {
  return {
    cycle: end,
    unit: 'spi' as const,
    place: wavePlace(ledgers, wave),
    allowed: 'When nothing moves any more, every wave that ended has given back all it held.',
    observed: `${waveName(wave)} ended in cycle ${wave.endedCycle} and still holds ${partName(part)}; ${counted(count, 'part', 'parts')} in all.`,
    steps: [`cycle ${wave.launchedCycle}: launched`, `cycle ${wave.endedCycle}: ended`],
    hint: 'Look at every way in which a wave can end: early discard, halt, exports that come later.',
  };
}
