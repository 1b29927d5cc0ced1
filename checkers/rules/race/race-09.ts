import { findRegisterField, isDataShare } from '../../../arch/index.js';
import type { MemoryIssued } from '../../../transactions/index.js';
import { listAddresses } from '../../evidence/ledger/lane-addresses.js';
import {
  type AnyWave,
  defineRule,
  findAnyWave,
  formatAnyPc,
  getWaveName,
  type Ledgers,
  WaveRecord,
} from '../../kit.js';
import { AccessQueues, NEVER, QueuedAccess } from './access-queues.js';

/** A vector access. It is finished once any cache level has performed it. */
class SentAccess extends QueuedAccess {
  operation: MemoryIssued['operation'] = 'load';
  bytes = 0;
  space: MemoryIssued['space'] = 'buffer';
  addresses: readonly number[] = [];
  /** The cycle in which GL2 or a data share performed it. */
  performedCycle = NEVER;

  /** Records an issued access. */
  record(t: MemoryIssued): void {
    this.operation = t.operation;
    this.bytes = t.bytes;
    this.space = t.space;
    this.addresses = listAddresses(t);
    this.performedCycle = NEVER;
  }
}

/**
 * Vector accesses in GL2 or a data share, of which one is a store or atomic: compilers do not wait between them (LLVM,
 * SIInsertWaitcnts; pops.md 7). Images have a separate path if MEM_ORDERED is off. Transactions in the same cycle may
 * be in any order. VIS-01 checks accesses performed by a cache.
 */
export const RACE_09 = defineRule({
  id: 'RACE-09',
  text: "A wave's accesses to the same byte are performed in issue order.",
  statements: ['S-083', 'S-086'],
  needs: ['wave-formed', 'memory-issued'],
  reads: () => ['memory-performed'],
  skips: { accesses: 'that a cache performs: VIS-01 judges them; of scalars: they overtake each other' },
  create(ledgers, judge) {
    /** Whether `early` was performed before `late`, an older access that should have been performed first. */
    const overtakes = (early: SentAccess, late: SentAccess, wave: AnyWave): boolean =>
      early.performedCycle !== NEVER &&
      early.performedCycle < late.performedCycle &&
      (early.operation !== 'load' || late.operation !== 'load') &&
      findShare(early) === findShare(late) &&
      (!usesSeparatePaths(ledgers, wave) || (early.space === 'image') === (late.space === 'image')) &&
      touchSameByte(early, late);
    const queues = new AccessQueues<AnyWave, SentAccess>(() => new SentAccess(), overtakes);

    const report = (wave: number, late: SentAccess, early: SentAccess): void => {
      const formatAccess = ({ operation, pc }: SentAccess): string =>
        `the ${operation} at ${formatAnyPc(ledgers, wave, pc)}`;
      judge.reportAt(wave, late.performedCycle, {
        pc: late.pc,
        unit: 'memory',
        allowed: `In ${getWaveName(ledgers, wave)}, ${formatAccess(late)} takes effect before ${formatAccess(early)}, which accesses the same bytes.`,
        observed: `In ${getWaveName(ledgers, wave)}, ${formatAccess(late)} takes effect in cycle ${late.performedCycle}, after ${formatAccess(early)}.`,
        steps: [
          `cycle ${early.performedCycle}: ${formatAccess(early)} takes effect`,
          `cycle ${late.performedCycle}: ${formatAccess(late)}, which was issued first, takes effect`,
        ],
        hint: 'Check where one access can overtake another: replays, separate units, separate paths for some accesses.',
      });
    };

    return {
      'memory-issued': (t) => {
        const wave = t.space === 'scalar' ? undefined : findAnyWave(ledgers, t.wave);
        if (wave !== undefined) queues.add(wave, t).record(t);
      },
      'memory-performed': ({ wave: number, access, cycle, level }) => {
        const wave = findAnyWave(ledgers, number);
        const late = wave && queues.find(wave, access);
        if (late === undefined) return;
        const isJudged = level !== 'L0' && level !== 'GL1';
        if (isJudged) late.performedCycle = cycle;
        const early = queues.finish(wave!, late);
        if (isJudged && judge.finds(early)) report(number, late, early);
      },
    };
  },
});

/** Whether images have a path of their own. No register specifies it for background work, so it may. */
function usesSeparatePaths({ gfx }: Ledgers, wave: AnyWave): boolean {
  if (!(wave instanceof WaveRecord)) return true;
  return findRegisterField(gfx, wave.facts.draw.registers, 'SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED') === 0;
}

/** The data share that an access addresses, or undefined if it addresses memory. */
function findShare({ space }: SentAccess): MemoryIssued['space'] | undefined {
  return isDataShare(space) ? space : undefined;
}

function touchSameByte(first: SentAccess, second: SentAccess): boolean {
  return first.addresses.some((a) =>
    second.addresses.some((b) => a < b + second.bytes && b < a + first.bytes),
  );
}
