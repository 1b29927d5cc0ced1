import { WITH_HWREG_WAIT_STATES, WITH_WAVE_IDS } from '../../../arch/index.js';
import { checkEveryPath, defineRule, type Judge, type Ledgers, type RuleCheck } from '../../kit.js';

/** Rules that are checked only on program paths. Their judges are in `static/judges/`. */
export const PATH_RULES = [
  /**
   * Scalar loads, GFX9 flat accesses (which may go to LDS), and any access that shares its counter with newer
   * operations of a different kind may return before older ones. At run time, the wait ledger does not rely on such
   * waits either, so RACE-01 or RACE-02 fires.
   */
  defineRule({
    id: 'RACE-04',
    text: 'No program relies on a wait with a non-zero count where returns may be out of order.',
    statements: ['S-083', 'S-086', 'S-087', 'P-153'],
    unarmedReason: 'no wait had outstanding accesses that may return out of order',
    create: checkPaths,
  }),
  /**
   * GFX9 needs two wait states, or the next access sees the old value; later generations wait automatically (Vega ISA
   * manual 4.5; LLVM's GCNHazardRecognizer, checkGetRegHazards and checkSetRegHazards). This is row H-09 of the hazards.
   */
  defineRule({
    id: 'RACE-05',
    text: 'A hardware register is read or written again only after the previous write has settled.',
    generations: WITH_HWREG_WAIT_STATES,
    statements: ['S-024', 'S-025'],
    unarmedReason: 'no hardware register is accessed again after a write',
    create: checkPaths,
  }),
  /** Paths that discard all lanes may end in any part. */
  defineRule({
    id: 'PROTO-06',
    text: 'With a prolog or epilog, all paths begin the section in the same part and end it in the same part.',
    statements: ['R-016', 'R-019', 'R-020'],
    unarmedReason: 'the program is not split into parts, or the split is unknown',
    create: checkPaths,
  }),
  /**
   * Fewer lanes are active in the section. This is a warning, because the program may intend the operation to cover
   * the whole wave. Only programs that have the intrawave argument are checked.
   */
  defineRule({
    id: 'PROTO-09',
    text: 'If a wave runs its section one layer at a time, no subgroup operation result crosses the boundary of the section.',
    severity: 'warning',
    generations: WITH_WAVE_IDS,
    statements: ['S-068', 'S-069', 'S-070'],
    unarmedReason: 'no wave runs its section one layer at a time',
    create: checkPaths,
  }),
  /** The section rules have nothing to check without an entry. */
  defineRule({
    id: 'PROTO-11',
    text: 'A program that writes memory under an interlock has an entry wait for overlapping waves.',
    statements: ['S-002', 'S-008'],
    unarmedReason: 'no path enters a section or writes memory',
    create: checkInterlockedPaths,
  }),
  /**
   * Older waves have left the section and younger ones wait, so nothing there changes while a loop just rereads it,
   * whether or not a run reaches that loop.
   */
  defineRule({
    id: 'HANG-10',
    text: 'A section never waits for a change to memory it protects: no other wave can change it while the section is open.',
    statements: ['S-103'],
    unarmedReason: 'no loop in the section reads memory that the section covers',
    create: checkPaths,
  }),
];

function checkPaths(ledgers: Pick<Ledgers, 'draws'>, judge: Judge): RuleCheck {
  return { finish: (end) => checkEveryPath(ledgers, judge, end) };
}

function checkInterlockedPaths({ draws }: Ledgers, judge: Judge): RuleCheck {
  return checkPaths({ draws: draws.filter(({ interlocked }) => interlocked) }, judge);
}
