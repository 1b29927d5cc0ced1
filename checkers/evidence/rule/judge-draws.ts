import { chipOf, isDataShare } from '../../../arch/index.js';
import type { Severity } from '../../../transactions/index.js';
import { DrawState } from '../facts/draw-state.js';
import type { Judge } from '../findings/judge.js';
import type { RuleFactory } from './rule.js';

/** An error in a draw's registers. */
export interface RegisterError {
  /** A sentence saying what the rule allows. */
  readonly allowed: string;
  /** A sentence saying what the registers contain instead. */
  readonly observed: string;
  readonly hint: string;
  /** The error's severity, if lower than the rule's. */
  readonly severity?: Severity;
}

/** A rule's verdict on a draw: an error, `ok`, or `not-applicable`. */
export type Judgement = RegisterError | 'ok' | 'not-applicable';

/**
 * Checks the registers of every draw in the stream, as they are when the draw starts. A draw is skipped if it does not
 * set a register that the rule reads (which is reported as missing), or if the chip does not have that register.
 */
export function checkEachDraw(check: (state: DrawState) => Judgement): RuleFactory {
  return (ledgers, judge) => ({
    finish: () => {
      const chip = chipOf(ledgers.scenario.chip);
      for (const [draw, cycle] of ledgers.drawStarts.all) {
        const facts = ledgers.draws[draw];
        if (facts !== undefined) checkDraw(new DrawState(facts, chip), cycle, judge, check);
      }
    },
  });
}

/**
 * Like `checkEachDraw`, but only for draws with an interlocked shader. Other draws do not depend on the ordering
 * registers.
 */
export function checkInterlockedDraws(check: (state: DrawState) => Judgement): RuleFactory {
  return checkEachDraw((state) => (state.facts.interlocked ? check(state) : 'not-applicable'));
}

/**
 * Whether a draw's shader has effects beyond its attachments, that is, stores or atomics to anything other than
 * scratch memory and the data shares.
 */
export function hasSideEffects({ facts }: DrawState): boolean {
  return facts.decoded.instructions.some(
    ({ memory }) =>
      memory !== undefined &&
      memory.access !== 'load' &&
      memory.space !== 'scratch' &&
      !isDataShare(memory.space),
  );
}

function checkDraw(state: DrawState, cycle: number, judge: Judge, check: (state: DrawState) => Judgement) {
  const judgement = check(state);
  const { facts, missingRegister, readsUnsupportedRegister } = state;
  if (readsUnsupportedRegister) return;
  if (missingRegister !== undefined) {
    judge.lacks(`${missingRegister} of draw ${facts.index}`);
    return;
  }
  if (judgement === 'not-applicable') return;
  judge.armed++;
  if (judgement === 'ok') return;
  judge.violate(() => ({
    cycle,
    unit: 'registers',
    place: { draw: facts.index },
    ...judgement,
    steps: state.readings,
  }));
}

/** Returns a check of a field that has a single correct value. */
export const requires = (name: string, expected: number, reason: string) => (state: DrawState) =>
  requireField(state, name, expected, reason);

/** Checks a field that has a single correct value. */
export function requireField(state: DrawState, name: string, expected: number, reason: string): Judgement {
  const value = state.getField(name);
  if (value === expected) return 'ok';
  return {
    allowed: `${reason}: ${name} must be ${expected}.`,
    observed: `Draw ${state.facts.index} sets ${name} to ${value}.`,
    hint: `Check what writes ${name.slice(0, name.indexOf('.'))} for this draw, and whether it is written again when the state changes.`,
  };
}
