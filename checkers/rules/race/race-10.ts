import { findRegisterField, returnsInOrder } from '../../../arch/index.js';
import type { MemoryIssued, MemoryReturned } from '../../../transactions/index.js';
import type { BackgroundRecord } from '../../evidence/ledger/background.js';
import { defineRule, getWaveName, type Ledgers, WaveRecord } from '../../kit.js';

/** Used as the cycle of an access that has not returned. */
const NEVER = -1;

/** A pixel wave or a background wave. */
type TrackedWave = WaveRecord | BackgroundRecord;

/** An access that is outstanding or that returned before an older one. Its record is reused afterwards. */
interface QueuedAccess {
  access: number;
  pc: number;
  /** The path of the access. Accesses on one path return in order. */
  path: string;
  returnedCycle: number;
}

/**
 * Otherwise, a wait that lets some accesses remain outstanding could end too early (traps.md). LDS and GDS have paths
 * of their own, and so do images if MEM_ORDERED is off. Transactions in the same cycle may be in any order.
 */
export const RACE_10 = defineRule({
  id: 'RACE-10',
  text: 'Accesses on the same path return in issue order.',
  statements: ['S-083', 'S-086'],
  needs: ['wave-formed', 'memory-issued'],
  reads: () => ['memory-returned'],
  create(ledgers, judge) {
    /** Each wave's accesses, oldest first. A returned access is removed once all earlier ones have returned. */
    const queues = new WeakMap<TrackedWave, QueuedAccess[]>();
    const pool: QueuedAccess[] = [];

    const findWave = (wave: number): TrackedWave | undefined =>
      ledgers.waves.find(wave) ?? ledgers.background.find(wave);

    const recordReturn = (wave: TrackedWave, { access, cycle }: MemoryReturned): void => {
      const queue = queues.get(wave);
      if (queue === undefined || queue.length === 0) return;
      const index = findIndex(queue, access);
      if (index < 0) return;
      const lateAccess = queue[index];
      lateAccess.returnedCycle = cycle;
      judge.armed++;
      for (let laterIndex = index + 1; laterIndex < queue.length; laterIndex++) {
        const { path, returnedCycle } = queue[laterIndex];
        if (path !== lateAccess.path || returnedCycle === NEVER || returnedCycle >= cycle) continue;
        if (judge.fires())
          judge.reportAt(wave.wave, lateAccess.returnedCycle, {
            pc: lateAccess.pc,
            unit: 'memory',
            allowed: `Accesses of ${getWaveName(ledgers, wave.wave)} return in issue order: ${lateAccess.access}, then ${queue[laterIndex].access}.`,
            observed: `Access ${queue[laterIndex].access} returns in cycle ${queue[laterIndex].returnedCycle}, and ${lateAccess.access} in cycle ${lateAccess.returnedCycle}.`,
            hint: 'Check where a return can overtake another on its way to the counter.',
          });
        break;
      }
      while (queue[0] !== undefined && queue[0].returnedCycle !== NEVER) pool.push(queue.shift()!);
    };

    return {
      'memory-issued': (t) => {
        const wave = findWave(t.wave);
        const path = wave === undefined ? undefined : getPath(ledgers, wave, t);
        if (wave === undefined || path === undefined) return;
        const entry = pool.pop() ?? { access: 0, pc: 0, path, returnedCycle: NEVER };
        entry.access = t.access;
        entry.pc = t.pc;
        entry.path = path;
        entry.returnedCycle = NEVER;
        const queue = queues.get(wave);
        if (queue === undefined) queues.set(wave, [entry]);
        else queue.push(entry);
      },
      'memory-returned': (t) => {
        const wave = findWave(t.wave);
        if (wave !== undefined) recordReturn(wave, t);
      },
    };
  },
});

/** Returns the index of an access in a queue, or -1. Queues are short. */
function findIndex(queue: readonly QueuedAccess[], access: number): number {
  for (let index = 0; index < queue.length; index++) if (queue[index].access === access) return index;
  return -1;
}

/** Returns the path on which an access stays in order, or undefined if there is none or it is unknown. */
function getPath({ gfx }: Ledgers, wave: TrackedWave, { space, counter }: MemoryIssued): string | undefined {
  if (space === 'lds' || space === 'gds') return space;
  if (!returnsInOrder(gfx, counter)) return undefined;
  if (space !== 'image') return counter;
  // No register specifies how the image accesses of background work are ordered.
  if (!(wave instanceof WaveRecord)) return undefined;
  const { registers } = wave.facts.draw;
  return findRegisterField(gfx, registers, 'SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED') === 0 ? 'image' : counter;
}
