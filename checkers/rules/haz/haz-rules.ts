import { getHazardGenerations } from '../../../arch/index.js';
import {
  checkBackgroundPaths,
  checkEveryPath,
  defineRule,
  type Judge,
  type Ledgers,
  type RuleCheck,
} from '../../kit.js';

/** Rules about the rows of `arch/hazards`, checked only on program paths. The judges are in `static/judges/`. */
export const HAZ_RULES = [
  /**
   * Invariant: where the hardware does not wait, the wait states that the manual requires separate two instructions
   * (hazards.md, rows with a number of wait states on which sources agree).
   */
  defineRule({
    id: 'HAZ-01',
    text: 'An instruction follows one that it depends on only after the required wait states.',
    generations: getHazardGenerations('H-01', 'H-25'),
    statements: ['P-109'],
    unarmedReason: 'no instruction needs wait states',
    create: checkPaths,
  }),
  /**
   * Invariant: where the hardware does not keep two instructions apart, something that ends the hazard is between them
   * (hazards.md, rows without a number of wait states on which sources agree).
   */
  defineRule({
    id: 'HAZ-02',
    text: 'Between two instructions that the hardware does not keep apart, something ends the hazard.',
    statements: ['P-109'],
    unarmedReason: 'no instructions need to be kept apart',
    create: checkPaths,
  }),
  /**
   * Invariant: instructions have only operands that the hardware of their generation takes (hazards.md, rows of operands
   * on which sources agree).
   */
  defineRule({
    id: 'HAZ-03',
    text: 'Instructions have only operands that the hardware takes.',
    statements: ['P-108'],
    create: checkPaths,
  }),
  /**
   * Invariant: like HAZ-01 to HAZ-03, for the rows that only one source has. This is a warning, because the others may
   * know that the hardware waits.
   */
  defineRule({
    id: 'HAZ-04',
    text: 'Programs respect hazards that only one source has.',
    severity: 'warning',
    statements: ['P-109'],
    unarmedReason: 'no instruction has a hazard that only one source has',
    create: checkPaths,
  }),
];

function checkPaths(ledgers: Ledgers, judge: Judge): RuleCheck {
  return {
    finish: (end) => {
      checkEveryPath(ledgers, judge, end);
      checkBackgroundPaths(ledgers, judge, end);
    },
  };
}
