import { EXIT_BY_EXPORT, factsOf, waitsForExportReady } from '../../../arch/index.js';
import { NULL_TARGET } from '../../evidence/static/judges/protocol.js';
import { checkEveryPath, defineRule, formatPc, formatWave, getWaveHistory } from '../../kit.js';

/** The immediate of every event wait must request a wait (S-055). The null target no longer exists (pops.md 9). */
export const PROTO_05 = defineRule({
  id: 'PROTO-05',
  text: 'On GFX11 the no-wait bit of the event wait is clear, the export with the done bit set is the last one, and no export goes to the null target.',
  generations: EXIT_BY_EXPORT,
  statements: ['S-055', 'S-056', 'S-092', 'S-108', 'X-011'],
  needs: ['wave-formed'],
  create(ledgers, judge) {
    const report = (number: number, cycle: number, pc: number, allowed: string, observed: string): void => {
      const wave = ledgers.waves.find(number);
      if (wave !== undefined && judge.fires())
        judge.reportAt(wave, cycle, {
          pc,
          unit: 'program',
          allowed,
          observed: `${formatWave(wave)} ${observed} at ${formatPc(ledgers, wave, pc)}.`,
          steps: getWaveHistory(ledgers, wave),
          hint: 'Check the immediate of the event wait, and which export sets the done bit.',
        });
    };
    return {
      'event-wait-done': (t) => {
        judge.armed++;
        if (!waitsForExportReady(factsOf(ledgers.gfx), t.immediate))
          report(t.wave, t.cycle, t.pc, 'The wave waits for export-ready.', 'does not wait');
      },
      exported: (t) => {
        judge.armed++;
        const allowed = 'The export with the done bit set is last, and all targets exist on this generation.';
        const isAfterDone = !t.done && (ledgers.waves.find(t.wave)?.exitCount ?? 0) > 0;
        if (isAfterDone) report(t.wave, t.cycle, t.pc, allowed, 'exports after its final (done) export');
        else if (t.target === NULL_TARGET)
          report(t.wave, t.cycle, t.pc, allowed, 'exports to the null target');
      },
      finish: (end) => checkEveryPath(ledgers, judge, end),
    };
  },
});
