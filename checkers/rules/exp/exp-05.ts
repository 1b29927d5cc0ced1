import type { Exported, WaveEnded } from '../../../transactions/index.js';
import { reservesSpace } from '../../evidence/facts/export-space.js';
import { defineRule, findWaveProgram } from '../../kit.js';
import { reportExport } from './report.js';

const HINT = 'Check which export sets `done` on each path, including the early-discard path.';

/** Maximum number of waves without `done` to keep. In a trace without exports, every wave counts. */
const MAX_WITHOUT_DONE = 1 << 12;

/**
 * This frees the wave's export space and, on GFX11 and later, closes the section of a pixel wave. A pixel wave with
 * neither space nor an interlock need not export.
 */
export const EXP_05 = defineRule({
  id: 'EXP-05',
  text: 'Every pixel wave and every geometry wave issues exactly one export with done, as its last export.',
  statements: ['S-092', 'S-108'],
  needs: ['wave-formed', 'exported'],
  create(ledgers, judge) {
    const doneWaves = new Set<number>();
    const mustExport = (number: number): boolean => {
      const facts = ledgers.waves.find(number)?.facts;
      if (facts === undefined) return ledgers.background.find(number)?.source === 'geometry';
      return facts.interlocked || reservesSpace(ledgers.gfx, facts.draw.registers);
    };
    /** The ends of waves without an export with `done`, and whether their programs have any exports. */
    const endsWithoutDone: { readonly end: WaveEnded; readonly hasExports: boolean }[] = [];
    let sawExport = false;
    const programExports = (wave: number): boolean =>
      findWaveProgram(ledgers, wave)?.instructions.some((step) => step.export !== undefined) === true;
    const report = ({ wave, pc, cycle }: Exported | WaveEnded, allowed: string, observed: string): void =>
      reportExport(ledgers, judge, wave, pc, { cycle, unit: 'program', allowed, observed, hint: HINT });
    return {
      exported: (t) => {
        sawExport = true;
        if (!mustExport(t.wave)) return;
        judge.armed++;
        if (doneWaves.has(t.wave)) {
          const observed = t.done ? 'issues done a second time' : 'exports again after done';
          report(t, 'The export with done is the last export of its wave.', observed);
        }
        if (t.done) doneWaves.add(t.wave);
      },
      'wave-ended': (t) => {
        if (t.by === 'halt' || doneWaves.delete(t.wave) || !mustExport(t.wave)) return;
        if (endsWithoutDone.length < MAX_WITHOUT_DONE)
          endsWithoutDone.push({ end: { ...t }, hasExports: programExports(t.wave) });
      },
      finish: () => {
        for (const { end, hasExports } of endsWithoutDone) {
          // A stream that reports no exports proves nothing about programs that contain some.
          if (!sawExport && hasExports) continue;
          judge.armed++;
          report(
            end,
            'Every wave issues an export with done, even if it is a null export.',
            'ends without an export with done',
          );
        }
      },
    };
  },
});
