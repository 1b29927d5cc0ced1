import { ORDERED_PS_DONE, WITH_WAVE_IDS } from '../../../arch/index.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';
import { defineRule, formatCount } from '../../kit.js';
import { CostByDraw } from './cost-by-draw.js';

/** Exports may stall while younger waves wait. On GFX11 and later, the export is the exit. */
export const PERF_05 = defineRule({
  id: 'PERF-05',
  text: 'The exit message is sent before the exports.',
  severity: 'warning',
  generations: WITH_WAVE_IDS,
  statements: ['S-091'],
  needs: ['wave-formed', 'exported', 'message-sent'],
  reads: ({ exits }) => exits,
  create(ledgers, judge) {
    /** The cycle of each wave's first export, unless the wave had already sent its exit. */
    const firstExportCycles = new Map<WaveRecord, number>();
    const costs = new CostByDraw();
    const recordExit = (wave: WaveRecord, cycle: number): void => {
      const cost = costs.getCost(wave.facts.index);
      const exportCycle = firstExportCycles.get(wave);
      cost.waveCount++;
      if (exportCycle === undefined) return;
      cost.affectedCount++;
      cost.cycles += cycle - exportCycle;
    };
    return {
      onWave: {
        exported: (wave, t) => {
          if (wave.exitCount === 0 && !firstExportCycles.has(wave)) firstExportCycles.set(wave, t.cycle);
        },
        'message-sent': (wave, t) => {
          if (t.message === ORDERED_PS_DONE) recordExit(wave, t.cycle);
        },
        'wave-ended': (wave, t) => {
          if (t.by === 'end-ordered') recordExit(wave, t.cycle);
          firstExportCycles.delete(wave);
        },
      },
      finish: (end) =>
        costs.check(ledgers, judge, end, {
          describe: ({ affectedCount, waveCount, cycles }) => ({
            allowed: 'The exit message is sent before the exports.',
            observed: `${affectedCount} of ${formatCount(waveCount, 'wave', 'waves')} exported first, which kept sections open for ${formatCount(cycles, 'extra cycle', 'extra cycles')}.`,
            hint: 'Send the exit right after the last ordered access; exports need not be in the section.',
          }),
        }),
    };
  },
});
