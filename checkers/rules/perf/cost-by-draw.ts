import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Finding, Judge } from '../../evidence/findings/judge.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';
import type { RuleCheck } from '../../evidence/rule/rule.js';

/** The cost of one inefficiency in a draw's waves. */
export interface DrawCost {
  /** Number of judged waves that show it. */
  affectedCount: number;
  /** Number of all judged waves. */
  judgedCount: number;
  /** Number of cycles lost to it. */
  cycles: number;
  /** Number of cycles to compare the lost ones with. */
  baselineCycles: number;
}

/** When a draw costs too much, and the text of its finding. */
export interface CostLimit {
  readonly isExceeded: (cost: DrawCost, draw: number) => boolean;
  readonly describe: (cost: DrawCost, draw: number) => Pick<Finding, 'allowed' | 'observed' | 'hint'>;
}

/** The costs of draws, accumulated wave by wave. */
export class CostByDraw {
  private readonly costs = new Map<number, DrawCost>();

  /** Returns the costs of a draw's waves so far. */
  of(draw: number): DrawCost {
    let cost = this.costs.get(draw);
    if (cost === undefined) {
      cost = { affectedCount: 0, judgedCount: 0, cycles: 0, baselineCycles: 0 };
      this.costs.set(draw, cost);
    }
    return cost;
  }

  /** Arms the rule for each draw with a judged wave, and reports those that exceed the limit. */
  judge({ draws }: Ledgers, judge: Judge, end: number, { isExceeded, describe }: CostLimit): void {
    for (const [draw, cost] of this.costs) {
      if (cost.judgedCount === 0) continue;
      judge.armed++;
      if (!isExceeded(cost, draw)) continue;
      const program = draws[draw]?.program.name ?? '';
      judge.violate(() => ({
        cycle: end,
        unit: 'program',
        place: { draw },
        steps: [`draw ${draw} runs ${program}`],
        ...describe(cost, draw),
      }));
    }
  }
}

/** Judges costs per wave. `add` receives every wave exactly once, no later than the end of the stream. */
export function judgeWaveCosts(
  ledgers: Ledgers,
  judge: Judge,
  add: (wave: WaveRecord, costs: CostByDraw) => void,
  limit: CostLimit,
): RuleCheck {
  const costs = new CostByDraw();
  const addRemaining = ledgers.waves.onEachWave((wave) => add(wave, costs));
  return {
    on: {},
    finish: (end) => {
      addRemaining();
      costs.judge(ledgers, judge, end, limit);
    },
  };
}
