import { WITH_GL1_BIT, WITH_WAVE_IDS, WITH_WGP_MODE } from '../../../arch/index.js';
import { groupIntoPairs } from '../../evidence/rule/weak-outcome.js';
import { defineRule } from '../../kit.js';
import { expectOutcome } from './required-outcome.js';

/** Number of compute units per work-group processor. Their indices are consecutive (P-037). */
const UNITS_PER_PROCESSOR = 2;

/** Returns whether two different compute units share a work-group processor. An index of -1 means unknown. */
function areSiblings(a: number, b: number): boolean {
  return (
    a >= 0 && b >= 0 && a !== b && Math.floor(a / UNITS_PER_PROCESSOR) === Math.floor(b / UNITS_PER_PROCESSOR)
  );
}

/** The bits of the collision argument that hold the wave's own id (S-017). */
const ID_MASK = 0x3ff;

/** The litmus tests' outcomes that a weak memory device must be able to show. */
export const WEAK_RULES = [
  /** MP with the line of x already cached: the reader sees the new y and the old x. */
  defineRule({
    id: 'WEAK-01',
    text: 'A load with GLC and without DLC can be served by a stale GL1 line.',
    generations: WITH_GL1_BIT,
    statements: ['S-100', 'S-102', 'P-098'],
    ...expectOutcome({
      cell: 'litmus_gl1_line',
      isObserved: ({ results: [y, x] }) => y === 1 && x === 0,
      missing: 'a GL1 that keeps a line when a wave in another shader array stores to it',
      hint: 'Find out what evicts the line from GL1, or why GL1 does not serve the load.',
    }),
  }),
  /**
   * MP with the line of x already cached: the reader sees the new y and the old x, and the two waves ran on the two
   * units of one processor.
   */
  defineRule({
    id: 'WEAK-02',
    text: 'A compute unit can read a stale line of its own L0 after a store from the other compute unit of its work-group processor.',
    generations: WITH_WGP_MODE,
    statements: ['S-099', 'P-095', 'P-145'],
    ...expectOutcome({
      cell: 'litmus_sibling_l0',
      isObserved: ({ results: [y, x], getL0 }) => y === 1 && x === 0 && areSiblings(getL0(0), getL0(1)),
      missing: 'an L0 for each compute unit of a work-group processor',
      hint: "Find out what evicts the line from the wave's L0, or whether both compute units share one L0.",
    }),
  }),
  /** CoWR with a second path to memory: the wave reads the old value despite its own store. */
  defineRule({
    id: 'WEAK-03',
    text: 'A scalar load can miss an earlier store by its own wave if the wave has not waited for that store.',
    statements: ['S-083', 'S-086', 'P-154'],
    ...expectOutcome({
      cell: 'litmus_late_store',
      isObserved: ({ results: [x] }) => x === 0,
      missing: "a delay between a store's issue and its effect",
      hint: 'Find out why the store is always performed before the scalar load, or why the load waits for it.',
    }),
  }),
  /** CoRR with two paths to memory: the vector load reads the new value, and the later scalar load the old one. */
  defineRule({
    id: 'WEAK-04',
    text: 'A scalar load can read a stale line of the scalar cache after a vector load of the same wave has read the new value.',
    statements: ['S-087', 'S-105', 'P-095'],
    ...expectOutcome({
      cell: 'litmus_scalar_line',
      isObserved: ({ results: [vector, scalar] }) => vector === 1 && scalar === 0,
      missing: 'a scalar cache that keeps lines when others store to them',
      hint: 'Find out what evicts the line from the scalar cache.',
    }),
  }),
  /** Not a memory litmus test but the boundary case of a ticket lock. */
  defineRule({
    id: 'WEAK-05',
    text: 'A wave with a small id can wait for an older one with a large id from before the wraparound.',
    generations: WITH_WAVE_IDS,
    statements: ['S-018', 'S-033', 'S-035'],
    ...expectOutcome({
      cell: 'litmus_id_wrap',
      isObserved: ({ results, getPolledId }) =>
        results.some((argument, thread) => argument !== -1 && getPolledId(thread) > (argument & ID_MASK)),
      missing: 'a window of ids that spans the wraparound',
      hint: 'Find out what delays waves while older ones have ids from before the wraparound.',
    }),
  }),
  /** IRIW with exits as writes: the waves of one packer see exits before the other packer's older wave has stored. */
  defineRule({
    id: 'WEAK-06',
    text: 'A wave can enter its section once the waves it overlaps on its own packer have exited, even if an older wave on another packer is still in its section.',
    statements: ['S-033', 'S-088', 'P-059'],
    ...expectOutcome({
      cell: 'litmus_two_packers',
      isObserved: ({ results: [x] }) => x === 0,
      missing: 'packers that form waves and count exits independently of each other',
      hint: 'Find out what this packer is waiting for another packer to do.',
    }),
  }),
  /**
   * MP with reordered reads: two variables are incremented in turn. The load of y is issued first, but reads a larger
   * value than the load of x.
   */
  defineRule({
    id: 'WEAK-07',
    text: 'A scalar load can take effect before an older one of the same wave.',
    statements: ['S-086', 'P-154'],
    ...expectOutcome({
      cell: 'litmus_scalar_order',
      isObserved: ({ results }) => groupIntoPairs(results).some(([y, x]) => y > x),
      missing: 'scalar loads that overtake each other',
      hint: 'Find out what keeps accesses on the scalar path in order.',
    }),
  }),
  /**
   * MP with the exit as its flag: the overlapped wave has stored x and exited, but the younger one still reads the
   * old x.
   */
  defineRule({
    id: 'WEAK-09',
    text: 'A section can read a stale L0 line even though the overlapped wave has stored to it and exited.',
    statements: ['S-097', 'S-098', 'S-099'],
    ...expectOutcome({
      cell: 'litmus_section_line',
      isObserved: ({ results: [x] }) => x === 0,
      missing: 'an L0 that keeps its lines while other waves exit and its own waves enter sections',
      hint: 'Find out why lines are evicted around exits and entries; only explicit invalidate instructions should do that.',
    }),
  }),
];
