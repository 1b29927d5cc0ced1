import { type Chip, getOrderingGeneration } from '../../arch/index.js';
import { type KnobValues, setting } from '../../transactions/index.js';
import type { Dialect } from '../dialect/index.js';
import { type CellOptions, LAYER_OVERLAP, type RunnableCell } from './cell.js';
import { fold, foldCell } from './folds.js';
import { emitPrimitiveAndOffset, emitWordFold } from './programs.js';
import { createQuadStacks } from './scenes.js';

/** The number of iterations of a loop that contains a marker. */
const ITERATIONS = 2;

/** Primitives whose number has all of these bits set fail the condition. */
const CONDITION_BITS = 3;

/**
 * Where a shader has its section markers, as in Piglit's compiler tests or in driver code (scenarios.md 2): the steps
 * after the set-up, which are instructions, labels, or the blocks from `createBlocks`.
 */
const PLACEMENTS = {
  plain: 'begin; fold; end; leave',
  'begin-after-discard': 'discard; s_cbranch_execz done; begin; fold; end; done:; leave',
  'end-after-discard': 'begin; discard; fold; end; leave',
  'begin-after-return': 'condition; s_cbranch_scc0 done; begin; fold; end; done:; leave',
  'end-after-return': 'begin; fold; wait; condition; s_cbranch_scc0 done; end; leave; done:; leave',
  'begin-in-loop': 'count; loop:; begin; fold; wait; repeat; end; leave',
  'end-in-loop': 'begin; fold; count; loop:; end; repeat; leave',
  'begin-in-if': 'condition; s_cbranch_scc0 merged; begin; fold; merged:; end; leave',
  'end-in-if': 'begin; fold; wait; condition; s_cbranch_scc0 merged; end; merged:; leave',
  'begin-in-switch':
    'condition; s_cbranch_scc0 other; begin; fold; s_branch merged; other:; begin again; fold; merged:; end; leave',
  'end-in-switch':
    'begin; fold; condition; s_cbranch_scc0 other; end; s_branch merged; other:; end; merged:; leave',
  'begin-twice': 'begin; fold; wait; begin again; fold; end; leave',
  'end-twice': 'begin; fold; end; end; leave',
  'end-before-begin': 'end; begin; fold; wait; leave',
  'no-begin': 'fold; end; leave',
  'no-end': 'begin; fold; wait; leave',
} as const;

export type Placement = keyof typeof PLACEMENTS;

/** Returns how many times a shader with the given placement folds a primitive. */
function countFolds(placement: Placement, number: number): number {
  const isConditionFalse = (number & CONDITION_BITS) === CONDITION_BITS;
  switch (placement) {
    case 'begin-after-discard':
    case 'end-after-discard':
      return (number & 1) === 0 ? 1 : 0;
    case 'begin-after-return':
    case 'begin-in-if':
      return isConditionFalse ? 0 : 1;
    case 'begin-in-loop':
      return ITERATIONS;
    case 'begin-twice':
      return 2;
    default:
      return 1;
  }
}

/** Returns the code of each named step. The end marker waits for the section's operations and sends the message. */
function createBlocks(dialect: Dialect): Readonly<Record<string, string>> {
  const { mask, exec, vcc, waitStores, waitLoads } = dialect;
  return {
    begin: dialect.entry,
    'begin again': dialect.entry.replaceAll(/\b(poll|section)\b/g, '$1again'),
    fold: emitWordFold(dialect),
    wait: waitStores,
    end: `${waitLoads}\n  ${waitStores}${dialect.doneMessage}`,
    leave: dialect.waveEnd,
    // Discards odd primitives.
    discard: `
  v_and_b32_e32 v7, 1, v6
  v_cmp_eq_u32_e32 ${vcc}, 0, v7
  s_and_${mask} ${exec}, ${exec}, ${vcc}`,
    // Clears SCC if all of the bits are set in the number of the wave's first primitive, and sets SCC otherwise.
    condition: `
  v_readfirstlane_b32 s13, v6
  s_and_b32 s13, s13, ${CONDITION_BITS}
  s_cmp_lg_u32 s13, ${CONDITION_BITS}`,
    count: `s_mov_b32 s14, ${ITERATIONS}`,
    repeat: `
  s_sub_u32 s14, s14, 1
  s_cmp_lg_u32 s14, 0
  s_cbranch_scc1 loop`,
  };
}

/** Emits a fold whose section markers have the given placement. */
function emitPlacement(placement: Placement, dialect: Dialect): string {
  const blocks = createBlocks(dialect);
  const steps = PLACEMENTS[placement].split('; ').map((step) => blocks[step] ?? step);
  return [emitPrimitiveAndOffset(dialect), ...steps].join('\n  ');
}

/**
 * Knobs that make the same rules fire in every run: only real overlaps are reported, and redundant messages have no
 * effect (U12, U13).
 */
const EXACT_KNOBS: Partial<KnobValues> = {
  overlapReach: setting('overlapReach', 'exact'),
  falseOverlap: 0,
  overlapEntries: 1024,
  messageWithoutPacker: setting('messageWithoutPacker', 'ignored'),
  secondMessage: setting('secondMessage', 'ignored'),
};

/**
 * The number of primitives per quad if no rule is expected to fire. It is odd, so that primitives with different paths
 * overlap. If rules are expected to fire, nothing overlaps, so the same rules fire in every run.
 */
const STACK_HEIGHT = 3;

/** Creates a cell whose shader places its section markers according to `placement`. */
export function createPlacementCell(
  name: string,
  title: string,
  placement: Placement,
  options: Omit<CellOptions, 'knobs'> & { readonly knobs?: Partial<KnobValues> } = {},
): RunnableCell {
  const isClean = ({ gfx }: Chip): boolean => options.expects?.[getOrderingGeneration(gfx)] === undefined;
  const knobs = (chip: Chip) => ({
    ...(isClean(chip) ? LAYER_OVERLAP : EXACT_KNOBS),
    primitivesPerWave: 1,
    ...options.knobs,
  });
  return foldCell(
    name,
    title,
    {
      draws: ({ chip, size }) => [
        {
          blocks: createQuadStacks(size, isClean(chip) ? STACK_HEIGHT : 1),
          shader: { kills: placement.endsWith('discard') },
        },
      ],
      program: [`fold_${placement}`, (dialect) => emitPlacement(placement, dialect)],
      step: (word, number) => {
        let folded = word;
        for (let remaining = countFolds(placement, number); remaining > 0; remaining--)
          folded = fold(folded, number) | 0;
        return folded;
      },
    },
    { ...options, knobs },
  );
}
