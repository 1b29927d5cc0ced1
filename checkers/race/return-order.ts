import { registerField } from '../../arch/index.js';
import type { MemoryIssued, MemoryReturned } from '../../transactions/index.js';
import type { Finding, Judge } from '../findings/judge.js';
import { pcName, waveName, wavePlace } from '../findings/wording.js';
import type { Handlers } from '../handlers.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';

/** Cycle of an access that has not come back. */
const NEVER = -1;

/** An access that is on its way, or has come back ahead of an older one. */
interface Outstanding extends Pick<MemoryIssued, 'access' | 'pc'> {
  /** Accesses of one way come back in order. */
  readonly way: string;
  returnedCycle: number;
}

/**
 * RACE-06's part for the order of returns: what a wave reads through `vm` comes back in the order of its issue, and so does
 * what it asks of the local and of the global data share; else a wait that leaves some outstanding passes for the wrong ones
 * (S-083; traps.md). Images go their own way where MEM_ORDERED is off. Records of one cycle may come in any order.
 */
export function returnOrder(ledgers: Ledgers, judge: Judge): Handlers {
  /** By wave, oldest first; one that is back leaves when all before it are. */
  const outstanding = new WeakMap<WaveRecord, Outstanding[]>();

  const comeBack = (wave: WaveRecord, { access, cycle }: MemoryReturned): void => {
    const line = outstanding.get(wave) ?? [];
    const at = line.findIndex((each) => each.access === access);
    if (at < 0) return;
    const late = line[at];
    late.returnedCycle = cycle;
    const isEarly = ({ way, returnedCycle }: Outstanding): boolean =>
      way === late.way && returnedCycle !== NEVER && returnedCycle < cycle;
    const early = line.slice(at + 1).find(isEarly);
    if (early !== undefined) judge.violate(() => describe(ledgers, wave, early, late));
    while (line[0] !== undefined && line[0].returnedCycle !== NEVER) line.shift();
  };

  return {
    'memory-issued': (t) => {
      const wave = ledgers.waves.find(t.wave);
      const way = wave === undefined ? undefined : wayOf(ledgers, wave, t);
      if (wave === undefined || way === undefined) return;
      const sent = { access: t.access, pc: t.pc, way, returnedCycle: NEVER };
      const line = outstanding.get(wave);
      if (line === undefined) outstanding.set(wave, [sent]);
      else line.push(sent);
    },
    'memory-returned': (t) => {
      const wave = ledgers.waves.find(t.wave);
      if (wave !== undefined) comeBack(wave, t);
    },
  };
}

/** Way on which an access keeps its order; undefined where it keeps none, or nobody tells. */
function wayOf(
  { gfx }: Ledgers,
  { facts }: WaveRecord,
  { space, counter }: MemoryIssued,
): string | undefined {
  if (space === 'lds' || space === 'gds') return space;
  if (counter !== 'vm') return undefined;
  const isOrdered = registerField(gfx, facts.draw.registers, 'SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED') !== 0;
  return space === 'image' && !isOrdered ? 'image' : 'vm';
}

function describe(ledgers: Ledgers, wave: WaveRecord, early: Outstanding, late: Outstanding): Finding {
  return {
    cycle: late.returnedCycle,
    unit: 'memory',
    place: wavePlace(ledgers, wave, late.pc),
    allowed: `Accesses of ${waveName(wave)} come back in the order of their issue: ${late.access}, then ${early.access}.`,
    observed: `Access ${early.access}, issued at ${pcName(ledgers, wave, early.pc)}, comes back in cycle ${early.returnedCycle}, and ${late.access} in cycle ${late.returnedCycle}.`,
    steps: [],
    hint: 'Look at what an answer can overtake on its way to the counter.',
  };
}
