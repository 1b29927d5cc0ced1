import type { CounterName } from '../../arch/index.js';
import { counterMaximum } from '../../arch/index.js';
import type { MemoryIssued } from '../../transactions/index.js';
import type { Finding, Judge } from '../findings/judge.js';
import { pcName, waveName, wavePlace } from '../findings/wording.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import type { RuleCheck } from '../rule.js';

/**
 * Invariant: a wave has no more memory accesses outstanding than the counter that counts them can hold, since one more
 * would make it start again at zero and every wait pass (pops.md 4). Recomputed from issues and returns.
 */
export function createRace06(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { waves, gfx } = ledgers;
  const outstanding = new Map<WaveRecord, Map<CounterName, number>>();
  const change = (wave: WaveRecord, counter: CounterName, by: number): number => {
    let counts = outstanding.get(wave);
    if (counts === undefined) {
      counts = new Map();
      outstanding.set(wave, counts);
    }
    const count = (counts.get(counter) ?? 0) + by;
    counts.set(counter, count);
    return count;
  };
  return {
    on: {
      'memory-issued': (t) => {
        const wave = waves.find(t.wave);
        if (wave === undefined) return;
        judge.armed++;
        const most = counterMaximum(gfx, t.counter);
        const count = change(wave, t.counter, 1);
        if (count > most) judge.violate(() => describe(ledgers, wave, t, count, most));
      },
      'memory-returned': (t) => {
        const wave = waves.find(t.wave);
        if (wave !== undefined) change(wave, t.counter, -1);
      },
      'wave-ended': (t) => {
        const wave = waves.find(t.wave);
        if (wave !== undefined) outstanding.delete(wave);
      },
    },
  };
}

function describe(
  ledgers: Ledgers,
  wave: WaveRecord,
  { cycle, pc, counter }: MemoryIssued,
  count: number,
  most: number,
): Finding {
  return {
    cycle,
    unit: 'sq',
    place: wavePlace(ledgers, wave, pc),
    allowed: `${waveName(wave)} has at most ${most} accesses of ${counter} outstanding.`,
    observed: `It issues number ${count} at ${pcName(ledgers, wave, pc)}.`,
    steps: [],
    hint: 'Look at why issue did not wait for a return while the counter was full.',
  };
}
