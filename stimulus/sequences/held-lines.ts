import { factsOf, type Gfx } from '../../arch/index.js';
import type { KnobValues, RandomStream } from '../../transactions/index.js';
import { emitFoldProgram } from '../coverage-fold/program-text.js';
import { createFoldProgram, foldScenario, pickFilledDraw } from '../coverage-fold/scenario.js';
import type { Dialect } from '../dialect/index.js';
import { pick } from '../kit/chance.js';
import { sequence } from '../kit/test.js';
import { WAVES_OVERLAP } from '../sequence.js';

/** The edge lengths of areas in pixels, small enough for waves of several programs to run concurrently. */
const SIZES = [8, 16] as const;

const PROGRAMS = 3;
const MIN_DRAWS = 3;
const DRAW_COUNT_RANGE = 3;
const MAX_PRIMITIVES = 10;

/** The numbers of lines in each of the four banks. None is enough to hold a whole program. */
const LINE_COUNTS = [1, 1, 2, 3] as const;

/**
 * The fill latencies in cycles: random, or long enough for waves of all programs to request other lines in the
 * meantime.
 */
const FILL_LATENCIES: readonly Partial<KnobValues>[] = [
  {},
  { fillLatency: [20, 60] },
  { fillLatency: [100, 400] },
];

/**
 * Runs programs that do not fit in the instruction cache, so that their waves evict each other's lines (P-099 to
 * P-108).
 */
export const heldLines = sequence({
  name: 'held_lines',
  text: "three programs whose waves evict each other's lines from a small instruction cache",
  claims: [{ ...WAVES_OVERLAP, percent: 20 }],
  knobs: (branch) => {
    const lineStream = branch('lines');
    return { instructionCacheLines: pick(lineStream, LINE_COUNTS), ...pick(lineStream, FILL_LATENCIES) };
  },
  generate: (test) => {
    const area = test.area(SIZES);
    const programs = Array.from({ length: PROGRAMS }, (_, i) => {
      const text = emitFoldProgram(test.dialect, { before: emitLongCode(test.stream, test.dialect) });
      return createFoldProgram(test, `long ${i + 1}`, text, { isUnique: true });
    });
    const draws = test.times(MIN_DRAWS, DRAW_COUNT_RANGE, (i) => ({
      ...pickFilledDraw(test, area, MAX_PRIMITIVES),
      program: i % PROGRAMS,
    }));
    return foldScenario(test, area, { programs, draws });
  },
});

const MIN_INSTRUCTIONS = 24;
const EXTRA_INSTRUCTIONS = 96;
const MAX_ROUNDS = 3;

/** One instruction in twelve starts a run of instructions that some iterations skip. */
const SKIP_ODDS = 12;
/** Maximum length of such a run. */
const MAX_SKIP = 12;

/** The register that counts the iterations. */
const ROUND_COUNTER = 's12';

/** Literals are in the range MIN_LITERAL to 2 * MIN_LITERAL - 1, so none is an inline constant. */
const MIN_LITERAL = 0x10000;

/**
 * Generates code, to be placed between `emitPosition` and `emitSampleFold`, that spans several cache lines. It is a
 * loop of 4- and 8-byte instructions, and 12-byte ones if the generation supports them. Many of them straddle two
 * lines, and branches jump from one line to another. A value computed from the primitive is added to the folded value.
 */
function emitLongCode(stream: RandomStream, { gfx, add }: Dialect): string {
  const count = MIN_INSTRUCTIONS + stream.below(EXTRA_INSTRUCTIONS);
  const rounds = 1 + stream.below(MAX_ROUNDS);
  let body = '';
  let skipEnd = 0;
  for (let index = 0; index < count; index++) {
    if (index === skipEnd && skipEnd > 0) body += `\nlong_${skipEnd}:`;
    if (index >= skipEnd && index < count - MAX_SKIP && stream.below(SKIP_ODDS) === 0) {
      skipEnd = index + 1 + stream.below(MAX_SKIP);
      body += `
  s_cmp_eq_u32 ${ROUND_COUNTER}, ${1 + stream.below(rounds)}
  s_cbranch_scc1 long_${skipEnd}`;
    }
    body += `\n  ${pickInstruction(stream, gfx)}`;
  }
  return `
  v_mov_b32_e32 v11, v1
  s_mov_b32 ${ROUND_COUNTER}, ${rounds}
long:${body}
  s_sub_u32 ${ROUND_COUNTER}, ${ROUND_COUNTER}, 1
  s_cmp_lg_u32 ${ROUND_COUNTER}, 0
  s_cbranch_scc1 long
  ${add} v1, v1, v11`;
}

/** Picks an instruction, of any length that the generation supports. */
function pickInstruction(stream: RandomStream, gfx: Gfx): string {
  const literal = `0x${(MIN_LITERAL + stream.below(MIN_LITERAL)).toString(16)}`;
  const short = ['v_xor_b32_e32 v11, v11, v1', 'v_lshlrev_b32_e32 v11, 1, v11'];
  const medium = [
    'v_lshl_add_u32 v11, v11, 1, v1',
    `v_xor_b32_e32 v11, ${literal}, v11`,
    `s_mov_b32 s13, ${literal}`,
  ];
  const long = [`v_add3_u32 v11, v11, v1, ${literal}`, `v_lshl_add_u32 v11, v11, 3, ${literal}`];
  return pick(
    stream,
    pick(stream, factsOf(gfx).longFormsTakeLiterals ? [short, medium, long, long] : [short, medium]),
  );
}
