import { createViolation, listProgramReports } from '../../evidence/rule/every-path.js';
import { checkEveryPath, defineRule } from '../../kit.js';
import { OutsideAddresses } from './outside-addresses.js';

/**
 * On each path, an access is a candidate if it uses a descriptor that the section also uses. Only a run shows whether
 * the access touches the ordered addresses; accesses to the rest of the buffer are fine, unless overlapping waves of a
 * draw store different data in words that each belong to a pixel. If no section accesses memory, each store is a
 * candidate. A candidate that no wave
 * executed is an error if the scenario declares whole objects as ordered, or if the same instruction is in the
 * section on another path; otherwise it is a warning. A wave reported as not overlapping may skip the entry wait.
 */
export const PROTO_08 = defineRule({
  id: 'PROTO-08',
  text: 'Memory that a section covers is accessed only between entry and exit.',
  statements: ['S-008', 'S-094', 'S-106'],
  unarmedReason: 'no path accesses memory in a section',
  costs: 'it examines every path of every new program, for all PROTO rules',
  create(ledgers, judge) {
    const addresses = new OutsideAddresses(ledgers);
    return {
      ...addresses.on,
      finish: (end) => {
        checkEveryPath(ledgers, judge, end);
        for (const { index: draw, report } of listProgramReports(ledgers.draws)) {
          const candidates = report.outsideAccesses.map((access) => ({
            ...access,
            accessesOrderedMemory: addresses.accessesOrderedMemory(report.program, access.index),
          }));
          const violation = candidates.find(({ accessesOrderedMemory }) => accessesOrderedMemory === true);
          const unexecuted = candidates
            .filter(
              ({ accessesOrderedMemory }) =>
                accessesOrderedMemory === undefined && report.section.accesses.size > 0,
            )
            .toSorted(
              (a, b) =>
                Number(report.section.accesses.has(b.index)) - Number(report.section.accesses.has(a.index)),
            )[0];
          if (violation !== undefined) judge.violate(createViolation, violation.finding, draw, end + 1);
          else if (unexecuted !== undefined && judge.fires())
            judge.report({
              ...createViolation(unexecuted.finding, draw, end + 1),
              ...(ledgers.ordered.isInferred && !report.section.accesses.has(unexecuted.index)
                ? UNEXECUTED_OVERRIDES
                : {}),
            });
        }
      },
    };
  },
});

/** Overrides for findings about accesses that no wave executed and that might use different addresses. */
const UNEXECUTED_OVERRIDES = {
  severity: 'warning',
  allowed: 'Memory used by the section is not accessed outside it.',
  hint: 'No wave in this run executed the access. It is correct if it accesses other words of the same buffer.',
} as const;
