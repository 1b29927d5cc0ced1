import type { Gfx } from '../../../arch/index.js';
import { type Expectation, type MatrixCell, onEach } from '../cell.js';
import { placementCell } from '../placement/placement-cell.js';
import type { Placement } from '../placement/placements.js';

const WITH_IDS: readonly Gfx[] = ['gfx9', 'gfx10', 'gfx10.3'];

/** One of Piglit's compiler tests, what the machine code of its placement is, and what fires. */
interface CompilerTest {
  readonly test: string;
  readonly placement: Placement;
  readonly expects?: Expectation;
}

/** A second exit; GFX11's is the last export, wherever the end marker stands. */
const TWICE: Expectation = onEach(WITH_IDS, ['PROTO-01']);

/** No exit on some path. */
const MISSING: Expectation = onEach(WITH_IDS, ['PROTO-01', 'HANG-03']);

/** The exit comes first, and the section behind it. */
const FIRST: Expectation = onEach(WITH_IDS, ['PROTO-01', 'RACE-03']);

/** The tests whose placements have machine code of their own; while, do-while and for are loops that differ in their tests only. */
const TESTS: readonly CompilerTest[] = [
  { test: 'a plain pair', placement: 'plain' },
  { test: 'begin after a discard', placement: 'begin-after-discard' },
  { test: 'end after a discard', placement: 'end-after-discard' },
  { test: 'begin after a return', placement: 'begin-after-return' },
  { test: 'end after a return', placement: 'end-after-return', expects: MISSING },
  { test: 'begin in do-while', placement: 'begin-in-loop' },
  { test: 'end in do-while', placement: 'end-in-loop', expects: TWICE },
  { test: 'begin in for', placement: 'begin-in-loop' },
  { test: 'end in for', placement: 'end-in-loop', expects: TWICE },
  { test: 'begin in while', placement: 'begin-in-loop' },
  { test: 'end in while', placement: 'end-in-loop', expects: TWICE },
  { test: 'begin in if', placement: 'begin-in-if' },
  { test: 'end in if', placement: 'end-in-if', expects: MISSING },
  { test: 'begin in switch', placement: 'begin-in-switch' },
  { test: 'end in switch', placement: 'end-in-switch' },
  { test: 'begin twice', placement: 'begin-twice' },
  { test: 'end twice', placement: 'end-twice', expects: TWICE },
  { test: 'end before begin', placement: 'end-before-begin', expects: FIRST },
];

const NO_CALLS = 'shaders have no calls: a function is where it is called from';

/** G07 to G26: Piglit's 20 compiler tests as placements in machine code (scenarios.md 2). */
export const COMPILER_CELLS: readonly MatrixCell[] = [
  ...TESTS.map(({ test, placement, expects }, at) =>
    placementCell(placement, {
      id: `G${String(at + 7).padStart(2, '0')}`,
      title: `Piglit's compiler test: ${test}`,
      ...(expects === undefined ? {} : { expects }),
    }),
  ),
  ...['begin', 'end'].map(
    (marker, at): MatrixCell => ({
      kind: 'forbidden',
      id: `G${25 + at}`,
      title: `Piglit's compiler test: ${marker} in a function`,
      reason: NO_CALLS,
    }),
  ),
];
