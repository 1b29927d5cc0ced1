import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeEveryPath } from '../rule/every-path.js';
import type { RuleCheck } from '../rule/rule.js';

/**
 * Invariant: on GFX9 two wait states lie between a write of a hardware register and the next read or write of it, which
 * otherwise see the old value (Vega ISA manual 4.5; LLVM's GCNHazardRecognizer, checkGetRegHazards and
 * checkSetRegHazards). Later generations wait by themselves. Judged on the program's paths.
 */
export function createRace05(ledgers: Ledgers, judge: Judge): RuleCheck {
  return { on: {}, finish: (end) => judgeEveryPath(ledgers, judge, end) };
}
