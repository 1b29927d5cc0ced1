import { defineRule } from '../../kit.js';
import { ProgramOrder } from './program-order.js';

/**
 * Whether a wave branched follows from what it issues next. Sleeps that do not stall are not reported, and the stream
 * may leave out a kind of instruction, but only entirely. Waits, messages, sleeps and ends may be reported through
 * their effects, as part of a run of instructions, or both.
 */
export const PROTO_10 = defineRule({
  id: 'PROTO-10',
  text: 'A wave issues the instructions of its program in order, starting at the first, except where a branch is taken.',
  statements: ['P-108', 'P-110', 'P-112'],
  needs: ['instructions-issued'],
  costs: 'it compares every burst with the program',
  create(ledgers, judge) {
    const order = new ProgramOrder(ledgers, judge);
    return {
      'instructions-issued': (t) => order.recordIssue(t, t.first, t.last),
      'instructions-repeated': (t, times) => order.recordRepeats(t, times),
      'wait-done': (t) => order.recordIssue(t, t.pc, t.pc),
      'event-wait-done': (t) => order.recordIssue(t, t.pc, t.pc),
      slept: (t) => order.recordIssue(t, t.pc, t.pc),
      'message-sent': (t) => order.recordIssue(t, t.pc, t.pc),
      'wave-ended': (t) => {
        if (t.by !== 'halt') order.recordIssue(t, t.pc, t.pc);
        order.recordEnd(t.wave);
      },
    };
  },
});
