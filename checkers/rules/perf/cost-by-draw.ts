import type { Finding, Judge, Ledgers, RuleCheck, WaveRecord } from '../../kit.js';
import { DefaultMap } from '../../kit.js';

/** What an inefficiency costs the waves of a draw. */
class DrawCost {
  /** Number of checked waves with the inefficiency. */
  affectedCount = 0;
  /** Number of checked waves. */
  waveCount = 0;
  /** Number of cycles lost. */
  cycles = 0;
  /** Baseline cycle count for judging the loss. */
  baselineCycles = 0;
}

/** A limit on the cost per draw. */
export interface CostLimit {
  /** Whether the draw's cost exceeds the limit. By default, any affected wave does. */
  readonly isExceeded?: (cost: DrawCost, draw: number) => boolean;
  /** Returns the text of the finding for a draw that exceeds the limit. */
  readonly describe: (cost: DrawCost, draw: number) => Pick<Finding, 'allowed' | 'observed' | 'hint'>;
}

/** Accumulates costs per draw, one wave at a time. */
export class CostByDraw {
  private readonly costs = new DefaultMap<number, DrawCost>(() => new DrawCost());

  /** Returns the cost of a draw's waves so far, for the caller to add to. */
  getCost(draw: number): DrawCost {
    return this.costs.getOrCreate(draw);
  }

  /** Arms the rule once for each draw with a checked wave, and reports the draws that exceed the limit. */
  check(
    { draws }: Ledgers,
    judge: Judge,
    end: number,
    { isExceeded = ({ affectedCount }) => affectedCount > 0, describe }: CostLimit,
  ): void {
    for (const [draw, cost] of this.costs) {
      if (cost.waveCount === 0) continue;
      judge.armed++;
      if (!isExceeded(cost, draw)) continue;
      const program = draws[draw]?.program.name ?? '';
      if (judge.fires())
        judge.report({
          cycle: end,
          unit: 'program',
          place: { draw },
          steps: [`draw ${draw} runs ${program}`],
          ...describe(cost, draw),
        });
    }
  }
}

/** Checks the costs of waves. `add` is called exactly once per wave, no later than the end of the stream. */
export function checkWaveCosts(
  ledgers: Ledgers,
  judge: Judge,
  add: (wave: WaveRecord, costs: CostByDraw) => void,
  limit: CostLimit,
): RuleCheck {
  const costs = new CostByDraw();
  const addRemaining = ledgers.waves.onEachWave((wave) => add(wave, costs));
  return {
    finish: (end) => {
      addRemaining();
      costs.check(ledgers, judge, end, limit);
    },
  };
}
