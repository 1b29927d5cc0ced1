import { ORDERED_PS_DONE } from '../../arch/index.js';
import type { Judge } from '../findings/judge.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { RuleCheck } from '../rule.js';
import { CostByDraw } from './cost-by-draw.js';

/**
 * Invariant: waves send their exit ahead of their exports, which may stall while younger waves wait (S-091). On GFX11 the
 * export is the exit.
 */
export function createPerf05(ledgers: Ledgers, judge: Judge): RuleCheck {
  /** Cycle of the first export of waves that have not sent their exit. */
  const exported = new Map<number, number>();
  const costs = new CostByDraw();
  return {
    on: {
      exported: (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave?.exits === 0 && !exported.has(t.wave)) exported.set(t.wave, t.cycle);
      },
      'message-sent': (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave === undefined || t.message !== ORDERED_PS_DONE) return;
        const cost = costs.of(wave.facts.index);
        const since = exported.get(t.wave);
        cost.judged++;
        if (since === undefined) return;
        cost.waves++;
        cost.cycles += t.cycle - since;
      },
      'wave-ended': (t) => {
        exported.delete(t.wave);
      },
    },
    finish: (end) =>
      costs.judge(
        ledgers,
        judge,
        end,
        ({ waves }) => waves > 0,
        ({ waves, judged, cycles }) => ({
          allowed: 'The exit goes ahead of the exports.',
          observed: `${waves} of ${judged} waves exported first, which kept their sections open for ${cycles} cycles.`,
          hint: 'Send the exit behind the last ordered access; nothing of an export needs the section.',
        }),
      ),
  };
}
