import { WITH_WAVE_IDS } from '../../../arch/index.js';
import { type CellOptions, forbidCell, forGenerations, type MatrixCell } from '../cell.js';
import { createPlacementCell, type Placement } from '../placement.js';

/** One of Piglit's compiler tests, the matching placement in machine code, and the error it should trigger, if any. */
interface CompilerTest {
  readonly test: string;
  readonly placement: Placement;
  readonly expectedError?: ExpectedError;
}

/**
 * The rules that fire on GFX10.3 and earlier, and why. On GFX11 and later, the last export is the exit (S-092),
 * regardless of the end marker.
 */
type ExpectedError = Pick<CellOptions, 'expects' | 'explanation'>;

const SENT_TWICE: ExpectedError = {
  expects: forGenerations(WITH_WAVE_IDS, ['PROTO-01']),
  explanation:
    'one path sends the message twice (S-081), both times after the last wait, so nothing else is wrong',
};

const NEVER_SENT: ExpectedError = {
  expects: forGenerations(WITH_WAVE_IDS, ['PROTO-01', 'HANG-03']),
  explanation:
    'a path sets the packer but ends without sending the message (S-077, S-078): the path itself violates PROTO-01; HANG-03 fires because a later wave could wait for it forever (none does here)',
};

const SENT_FIRST: ExpectedError = {
  expects: forGenerations(WITH_WAVE_IDS, ['PROTO-01', 'RACE-03']),
  explanation:
    "both the entry (S-052, S-053: PROTO-01) and the section's accesses (RACE-03) happen after the message is sent. The wave would poll forever if it overlapped another one (pops.md 5.4, W8), but nothing overlaps in this test",
};

/** The tests and their placements. While, do-while and for loops differ only in where they test their condition. */
const TESTS: readonly CompilerTest[] = [
  { test: 'begin and end in straight-line code', placement: 'plain' },
  { test: 'begin after a discard', placement: 'begin-after-discard' },
  { test: 'end after a discard', placement: 'end-after-discard' },
  { test: 'begin after a return', placement: 'begin-after-return' },
  { test: 'end after a return', placement: 'end-after-return', expectedError: NEVER_SENT },
  { test: 'begin in do-while', placement: 'begin-in-loop' },
  { test: 'end in do-while', placement: 'end-in-loop', expectedError: SENT_TWICE },
  { test: 'begin in for', placement: 'begin-in-loop' },
  { test: 'end in for', placement: 'end-in-loop', expectedError: SENT_TWICE },
  { test: 'begin in while', placement: 'begin-in-loop' },
  { test: 'end in while', placement: 'end-in-loop', expectedError: SENT_TWICE },
  { test: 'begin in if', placement: 'begin-in-if' },
  { test: 'end in if', placement: 'end-in-if', expectedError: NEVER_SENT },
  { test: 'begin in switch', placement: 'begin-in-switch' },
  { test: 'end in switch', placement: 'end-in-switch' },
  { test: 'begin twice', placement: 'begin-twice' },
  { test: 'end twice', placement: 'end-twice', expectedError: SENT_TWICE },
  { test: 'end before begin', placement: 'end-before-begin', expectedError: SENT_FIRST },
];

const NO_CALLS = 'shaders have no calls: functions are inlined';

/** G07 to G26: Piglit's 20 compiler tests as placements in machine code (scenarios.md 2). */
export const COMPILER_CELLS: readonly MatrixCell[] = [
  ...TESTS.map(({ test, placement, expectedError }, i) =>
    createPlacementCell(`G${String(i + 7).padStart(2, '0')}`, `Piglit's compiler test: ${test}`, placement, {
      ...expectedError,
    }),
  ),
  ...['begin', 'end'].map((marker, i) =>
    forbidCell(`G${25 + i}`, `Piglit's compiler test: ${marker} in a function`, NO_CALLS),
  ),
];
