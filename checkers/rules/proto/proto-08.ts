import { GENERATIONS } from '../../../arch/index.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Judge } from '../../evidence/findings/judge.js';
import { describeStatic, examined, judgeEveryPath } from '../../evidence/rule/every-path.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';
import { OutsideAddresses } from './outside-addresses.js';

/**
 * Invariant: memory accessed in the program's section is accessed on no path before the entry wait or after the exit (S-008,
 * S-094, S-106). The paths show candidate accesses, by descriptor; a run shows whether their addresses are ordered, since other
 * memory in the same buffer may be accessed anywhere. One no wave reached is an error if the scenario orders whole objects, or
 * the same instruction is in the section on another path; otherwise a warning. A path without reported overlap has no entry wait.
 */
export const PROTO_08: Rule = {
  id: 'PROTO-08',
  text: 'Memory that a section covers is accessed only between entry and exit.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['S-008', 'S-094', 'S-106'],
  unarmed: 'no path accesses memory in a section',
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  const addresses = new OutsideAddresses(ledgers);
  return {
    on: addresses.on,
    finish: (end) => {
      judgeEveryPath(ledgers, judge, end);
      for (const { index: draw, report } of examined(ledgers.draws)) {
        const judged = report.outside.map((outside) => ({
          ...outside,
          meets: addresses.meetsOrdered(report.program, outside.index),
        }));
        const met = judged.find(({ meets }) => meets === true);
        const unseen = judged
          .filter(({ meets }) => meets === undefined)
          .toSorted(
            (a, b) =>
              Number(report.section.accesses.has(b.index)) - Number(report.section.accesses.has(a.index)),
          )[0];
        if (met !== undefined) judge.violate(describeStatic, met.finding, draw, end + 1);
        else if (unseen !== undefined)
          judge.violate(() => ({
            ...describeStatic(unseen.finding, draw, end + 1),
            ...(ledgers.ordered.isInferred && !report.section.accesses.has(unseen.index) ? UNSEEN : {}),
          }));
      }
    },
  };
}

/** Differences in a finding about an access no wave made: its address may well be another one. */
const UNSEEN = {
  severity: 'warning',
  allowed: 'Memory that the section accesses is accessed nowhere else.',
  hint: 'No wave of this run executed it. If it accesses other words of the same buffer, it is correct.',
} as const;
