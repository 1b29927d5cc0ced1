import { WITH_WAVE_IDS } from '../../../arch/index.js';
import { type CellOptions, forbidCell, forGenerations, type MatrixCell } from '../cell.js';
import { createPlacementCell, type Placement } from '../placement.js';

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

/**
 * Piglit's compiler tests, the matching placements in machine code, and the errors that they trigger. While, do-while and
 * for loops differ only in where they test their condition.
 */
const TESTS: readonly (readonly [test: string, placement: Placement, error?: ExpectedError])[] = [
  ['begin and end in straight-line code', 'plain'],
  ['begin after a discard', 'begin-after-discard'],
  ['end after a discard', 'end-after-discard'],
  ['begin after a return', 'begin-after-return'],
  ['end after a return', 'end-after-return', NEVER_SENT],
  ['begin in do-while', 'begin-in-loop'],
  ['end in do-while', 'end-in-loop', SENT_TWICE],
  ['begin in for', 'begin-in-loop'],
  ['end in for', 'end-in-loop', SENT_TWICE],
  ['begin in while', 'begin-in-loop'],
  ['end in while', 'end-in-loop', SENT_TWICE],
  ['begin in if', 'begin-in-if'],
  ['end in if', 'end-in-if', NEVER_SENT],
  ['begin in switch', 'begin-in-switch'],
  ['end in switch', 'end-in-switch'],
  ['begin twice', 'begin-twice'],
  ['end twice', 'end-twice', SENT_TWICE],
  ['end before begin', 'end-before-begin', SENT_FIRST],
];

const NO_CALLS = 'shaders have no calls: functions are inlined';

/** G07 to G26: Piglit's 20 compiler tests as placements in machine code (scenarios.md 2). */
export const COMPILER_CELLS: readonly MatrixCell[] = [
  ...TESTS.map(([test, placement, error], i) =>
    createPlacementCell(
      `G${String(i + 7).padStart(2, '0')}`,
      `Piglit's compiler test: ${test}`,
      placement,
      error,
    ),
  ),
  ...['begin', 'end'].map((marker, i) =>
    forbidCell(`G${25 + i}`, `Piglit's compiler test: ${marker} in a function`, NO_CALLS),
  ),
];
