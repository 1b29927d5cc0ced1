import type { Judge } from '../findings/judge.js';
import { counted } from '../findings/wording.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { NEVER } from '../ledger/wave-record.js';
import type { RuleCheck } from '../rule.js';
import { reportExport } from './report.js';

/**
 * Invariant: export space is given back exactly once, by the wave that has it, and no packer gives out more than there
 * is (P-077, P-090). At rest no wave that left the device still holds any.
 */
export function createExp04(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { exportSpace } = ledgers.scenario.freedoms;
  /** Waves of each packer that hold space. */
  const holders: Set<WaveRecord>[] = [];
  const report = (wave: WaveRecord, cycle: number, allowed: string, observed: string): void =>
    reportExport(ledgers, judge, wave, -1, {
      cycle,
      unit: 'sx',
      allowed,
      observed,
      hint: 'Look at who counts the space, and at what frees it: SPI and SX each keep a copy.',
    });
  const holdersOf = (packer: number): Set<WaveRecord> => {
    holders[packer] ??= new Set();
    return holders[packer];
  };
  return {
    on: {
      'sx-alloc': (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave === undefined) return;
        judge.armed++;
        const holding = holdersOf(t.packer).add(wave);
        if (holding.size <= exportSpace) return;
        const allowed = `At most ${counted(exportSpace, 'wave', 'waves')} of packer ${t.packer} hold export space.`;
        report(wave, t.cycle, allowed, `gets space as number ${holding.size}`);
      },
      'sx-freed': (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave === undefined) return;
        judge.armed++;
        if (holdersOf(t.packer).delete(wave)) return;
        report(wave, t.cycle, 'A wave gives back the space that it has.', 'gives back space that it has not');
      },
      quiesced: (t) => {
        for (const wave of holders.flatMap((waves) => [...(waves ?? [])])) {
          if (wave.releasedCycle === NEVER) continue;
          report(wave, t.cycle, 'A wave that is through has given its space back.', 'still holds it');
        }
      },
    },
  };
}
