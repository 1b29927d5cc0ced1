import { findRegisterField, returnsInOrder } from '../../../arch/index.js';
import type { MemoryIssued } from '../../../transactions/index.js';
import { type AnyWave, defineRule, findAnyWave, getWaveName, type Ledgers, WaveRecord } from '../../kit.js';
import { AccessQueues, NEVER, QueuedAccess } from './access-queues.js';

/** An access that is outstanding or that returned before an older one. */
class ReturningAccess extends QueuedAccess {
  /** The path of the access. Accesses on one path return in order. */
  path = '';
  returnedCycle = NEVER;
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
  skips: { accesses: 'to images by background waves: no register says whether they stay in order' },
  create(ledgers, judge) {
    const queues = new AccessQueues<AnyWave, ReturningAccess>(
      () => new ReturningAccess(),
      ({ path, returnedCycle }, late) =>
        path === late.path && returnedCycle !== NEVER && returnedCycle < late.returnedCycle,
    );
    return {
      'memory-issued': (t) => {
        const wave = findAnyWave(ledgers, t.wave);
        const path = wave === undefined ? undefined : getPath(ledgers, wave, t);
        if (wave === undefined || path === undefined) return;
        const access = queues.add(wave, t);
        access.path = path;
        access.returnedCycle = NEVER;
      },
      'memory-returned': ({ wave: number, access, cycle }) => {
        const wave = findAnyWave(ledgers, number);
        const late = wave && queues.find(wave, access);
        if (late === undefined) return;
        late.returnedCycle = cycle;
        const early = queues.finish(wave!, late);
        if (judge.finds(early))
          judge.reportAt(number, cycle, {
            pc: late.pc,
            unit: 'memory',
            allowed: `Accesses of ${getWaveName(ledgers, number)} return in issue order: ${access}, then ${early.access}.`,
            observed: `Access ${early.access} returns in cycle ${early.returnedCycle}, and ${access} in cycle ${cycle}.`,
            hint: 'Check where a return can overtake another on its way to the counter.',
          });
      },
    };
  },
});

/** Returns the path on which an access stays in order, or undefined if there is none or it is unknown. */
function getPath({ gfx }: Ledgers, wave: AnyWave, { space, counter }: MemoryIssued): string | undefined {
  if (space === 'lds' || space === 'gds') return space;
  if (!returnsInOrder(gfx, counter)) return undefined;
  if (space !== 'image') return counter;
  // No register specifies how the image accesses of background work are ordered.
  if (!(wave instanceof WaveRecord)) return undefined;
  const { registers } = wave.facts.draw;
  return findRegisterField(gfx, registers, 'SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED') === 0 ? 'image' : counter;
}
