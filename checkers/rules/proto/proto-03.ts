import { WITH_WAVE_IDS } from '../../../arch/index.js';
import { findCollisionRegister } from '../../evidence/static/examine.js';
import { checkEveryPath, type DrawFacts, defineRule } from '../../kit.js';

/**
 * This is checked on the program's paths (pops.md 5.4). If a wrong comparison affects a run, ORD-01, RACE-03 or
 * IDLE-01 reports the effects.
 */
export const PROTO_03 = defineRule({
  id: 'PROTO-03',
  text: 'The entry wait compares ids as its generation requires: strictly, as unsigned numbers, rebased by adding ~current, and with an off-by-one correction on GFX9 only.',
  generations: WITH_WAVE_IDS,
  statements: ['S-018', 'S-034', 'S-036', 'S-037', 'S-038', 'S-039', 'S-040', 'S-041', 'S-043', 'S-045'],
  unarmedReason: 'no path compares a polled exiting id in a way that can be evaluated',
  create: (ledgers, judge) => ({
    finish: (end) => {
      if (ledgers.draws.some(pollsWithoutCollisionArgument))
        judge.lacks('the location of the collision argument in a program that polls');
      checkEveryPath(ledgers, judge, end);
    },
  }),
});

function pollsWithoutCollisionArgument({ program, decoded }: DrawFacts): boolean {
  const polls = decoded.instructions.some(({ readsExitingId }) => readsExitingId);
  return polls && findCollisionRegister(program) === undefined;
}
