import { defineRule, findSimd, getProcessor, getWaveName } from '../../kit.js';
import { CodeBank, LineOwners } from './code-bank.js';

/** Number of banks in a work-group processor's instruction cache, over which cache lines are striped (P-099, P-100). */
const BANKS = 4;

/**
 * Cache lines are striped over the four banks. No request waits while its bank is free. The first request for a line
 * triggers a fill; later ones get the line as soon as it has arrived, even during other fills, unless the bank has
 * run out of room. A line contains the code of one program, so no wave receives code from another (P-103). The
 * documents do not specify the replacement policy, but a line served faster than it could be filled has been in its
 * bank since it arrived, and the bank never holds more than its capacity.
 */
export const WIRE_06 = defineRule({
  id: 'WIRE-06',
  text: 'Each bank of the instruction cache serves one request per cycle, arbitrates fairly, fills each line only once while there is room, and never exceeds its capacity.',
  timed: true,
  statements: ['P-097', 'P-099', 'P-100', 'P-101', 'P-102', 'P-103', 'P-104', 'P-105', 'P-106', 'P-112'],
  needs: ['wave-formed', 'wave-launched', 'code-line-served'],
  reads: () => ['background-formed', 'background-allocated'],
  unarmedReason: 'no test had an instruction cache that could miss',
  create(ledgers, judge) {
    // Without a size, every fetch hits: a trace that leaves it out does not say what a bank holds.
    if (ledgers.scenario.freedoms.instructionCacheLines === 0) return {};
    /** The banks, by engine-wide index. */
    const banks: CodeBank[] = [];
    const owners = new LineOwners(ledgers);
    return {
      'code-line-served': (t) => {
        const simd = findSimd(ledgers, t.wave);
        if (simd === undefined) return;
        const index = getProcessor(simd) * BANKS + t.bank;
        banks[index] ??= new CodeBank(ledgers.scenario.freedoms);
        const violatedRule = banks[index].serve(t, simd);
        const allowed =
          owners.recordOwner(t) ??
          (t.line % BANKS === t.bank ? violatedRule : `Line ${t.line} is in bank ${t.line % BANKS}.`);
        if (judge.finds(allowed)) {
          const { wave, cycle, asked: requestedCycle, bank, line, arrives } = t;
          judge.reportAt(wave, cycle, {
            unit: 'sqc',
            allowed,
            observed: `Bank ${bank} serves ${getWaveName(ledgers, wave)} in cycle ${cycle}; line ${line} arrives in cycle ${arrives}.`,
            steps: [`cycle ${requestedCycle}: the wave requests the line`],
            hint: "Check how a line's bank is selected, how the bank arbitrates between sequencers, and which lines it still holds.",
          });
        }
      },
    };
  },
});
