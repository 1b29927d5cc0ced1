import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeDraws, requireField } from '../rule/judge-draws.js';
import type { RuleCheck } from '../rule/rule.js';

/** Argument of a program that resolves collisions within a wave. */
const ARGUMENT = 'pops_intrawave_collision';

/**
 * Invariant: the intrawave collision argument is loaded exactly for programs that take it: without it they read a wrong
 * register, and others would run overlapping quads of one wave at once (S-059, S-075).
 */
export function createCfg02(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeDraws(ledgers, judge, (state) => {
    const takes = state.facts.program.arguments.some(({ name }) => name === ARGUMENT);
    return requireField(
      state,
      'SPI_SHADER_PGM_RSRC2_PS.LOAD_INTRAWAVE_COLLISION',
      takes ? 1 : 0,
      takes
        ? 'The program resolves collisions within a wave'
        : 'The program does not resolve collisions within a wave',
    );
  });
}
