import { findRegisterField, isDataShare } from '../../../arch/index.js';
import type { MemoryIssued, MemoryPerformed } from '../../../transactions/index.js';
import { defineRule, formatPc, formatWave, hasLane, type Ledgers, type WaveRecord } from '../../kit.js';

/** Maximum number of lanes in a wave. An access has one address per lane for each texel. */
const LANES = 64;

/** Used as the cycle of an access that GL2 has not performed. */
const NEVER = -1;

/**
 * A vector access of a wave, kept until it and all earlier accesses of the wave have finished. Its record is
 * then reused.
 */
class SentAccess {
  access = 0;
  pc = 0;
  operation: MemoryIssued['operation'] = 'load';
  bytes = 0;
  space: MemoryIssued['space'] = 'buffer';
  lanesLo = 0;
  lanesHi = 0;
  /** The first `count` entries are the access's addresses; the rest are stale. */
  addresses = new Float64Array(LANES);
  count = 0;
  /** Whether any cache level has performed it. */
  isPerformed = false;
  /** The cycle in which GL2 performed it. */
  performedCycle = NEVER;

  /** Records an issued access. Copies the addresses, since the model reuses their memory. */
  record(t: MemoryIssued): this {
    this.access = t.access;
    this.pc = t.pc;
    this.operation = t.operation;
    this.bytes = t.bytes;
    this.space = t.space;
    this.lanesLo = t.lanesLo;
    this.lanesHi = t.lanesHi;
    this.count = LANES * (t.texelsPerLane ?? 1);
    if (this.addresses.length < this.count) this.addresses = new Float64Array(this.count);
    for (let i = 0; i < this.count; i++) this.addresses[i] = t.addresses[i];
    this.isPerformed = false;
    this.performedCycle = NEVER;
    return this;
  }
}

/**
 * Vector accesses in GL2, of which one is a store or atomic: compilers do not wait between them (LLVM,
 * SIInsertWaitcnts; pops.md 7). Images have a separate path if MEM_ORDERED is off. Transactions in the same cycle may
 * be in any order. VIS-01 checks accesses performed by a cache.
 */
export const RACE_09 = defineRule({
  id: 'RACE-09',
  text: "A wave's accesses to the same byte are performed in issue order.",
  statements: ['S-083', 'S-086'],
  needs: ['wave-formed', 'memory-issued'],
  reads: () => ['memory-performed'],
  create(ledgers, judge) {
    /**
     * The accesses that have been sent, oldest first. A finished one is removed once all earlier ones have finished.
     */
    const sentByWave = new WeakMap<WaveRecord, SentAccess[]>();
    const pool: SentAccess[] = [];

    const recordPerformed = (wave: WaveRecord, { access, cycle, level }: MemoryPerformed): void => {
      const queue = sentByWave.get(wave);
      if (queue === undefined || queue.length === 0) return;
      const index = findIndex(queue, access);
      if (index < 0) return;
      const lateAccess = queue[index];
      lateAccess.isPerformed = true;
      if (level === 'L2') {
        judge.armed++;
        lateAccess.performedCycle = cycle;
        for (let laterIndex = index + 1; laterIndex < queue.length; laterIndex++) {
          if (!overtakes(queue[laterIndex], lateAccess, wave)) continue;
          if (judge.fires()) {
            const formatAccess = ({ operation, pc }: SentAccess): string =>
              `the ${operation} at ${formatPc(ledgers, wave, pc)}`;
            judge.reportAt(wave, lateAccess.performedCycle, {
              pc: lateAccess.pc,
              unit: 'memory',
              allowed: `In ${formatWave(wave)}, ${formatAccess(lateAccess)} takes effect before ${formatAccess(queue[laterIndex])}, which accesses the same bytes.`,
              observed: `It takes effect in cycle ${lateAccess.performedCycle}, after that access.`,
              steps: [
                `cycle ${queue[laterIndex].performedCycle}: ${formatAccess(queue[laterIndex])} takes effect`,
                `cycle ${lateAccess.performedCycle}: ${formatAccess(lateAccess)}, which was issued first, takes effect`,
              ],
              hint: 'Check where one access can overtake another: replays, separate units, separate paths for some accesses.',
            });
          }
          break;
        }
      }
      while (queue[0]?.isPerformed === true) pool.push(queue.shift()!);
    };

    /** Whether `early` was performed before `late`, an older access that should have been performed first. */
    const overtakes = (early: SentAccess, late: SentAccess, wave: WaveRecord): boolean =>
      early.performedCycle !== NEVER &&
      early.performedCycle < late.performedCycle &&
      (early.operation !== 'load' || late.operation !== 'load') &&
      (!usesSeparatePaths(ledgers, wave) || (early.space === 'image') === (late.space === 'image')) &&
      touchSameByte(early, late);

    return {
      'memory-issued': (t) => {
        const wave = t.space === 'scalar' || isDataShare(t.space) ? undefined : ledgers.waves.find(t.wave);
        if (wave === undefined) return;
        const queue = sentByWave.get(wave);
        const sent = (pool.pop() ?? new SentAccess()).record(t);
        if (queue === undefined) sentByWave.set(wave, [sent]);
        else queue.push(sent);
      },
      onWave: {
        'memory-performed': (wave, t) => recordPerformed(wave, t),
      },
    };
  },
});

/** Returns the index of an access in a queue, or -1. Queues are short. */
function findIndex(queue: readonly SentAccess[], access: number): number {
  for (let index = 0; index < queue.length; index++) if (queue[index].access === access) return index;
  return -1;
}

function usesSeparatePaths({ gfx }: Ledgers, { facts }: WaveRecord): boolean {
  return findRegisterField(gfx, facts.draw.registers, 'SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED') === 0;
}

/** Whether both accesses touch the same byte. */
function touchSameByte(first: SentAccess, second: SentAccess): boolean {
  return listAddresses(first).some((a) =>
    listAddresses(second).some((b) => a < b + second.bytes && b < a + first.bytes),
  );
}

/** Returns the addresses of the active lanes that pass the range check. */
function listAddresses({ addresses, count, lanesLo, lanesHi }: SentAccess): number[] {
  return [...addresses.subarray(0, count)].filter((address, index) => {
    const lane = index % LANES;
    return address >= 0 && hasLane(lanesLo, lanesHi, lane);
  });
}
