import type { Gfx, WaveSize } from '../../../arch/index.js';
import { type Dialect, emitWaveEnd, getDialect } from '../../dialect/index.js';
import { emitPrimitiveAndOffset, emitWordFold } from '../fold-text.js';
import { emitBeginMarker, emitEndMarker, emitUniformCondition } from './marker-text.js';

/** The building blocks of a placement: the begin and end markers, the fold, and the end of the program. */
interface CodeBlocks {
  readonly begin: (label?: string) => string;
  readonly end: string;
  readonly fold: string;
  readonly leave: string;
}

/** The number of iterations of a loop that contains a marker. */
const ITERATIONS = 2;

/** Primitives whose number has all of these bits set fail the condition. */
const CONDITION_BITS = 3;

/** Where a shader has its section markers, as in Piglit's compiler tests or in driver code (scenarios.md 2). */
export type Placement =
  | 'plain'
  | 'begin-after-discard'
  | 'end-after-discard'
  | 'begin-after-return'
  | 'end-after-return'
  | 'begin-in-loop'
  | 'end-in-loop'
  | 'begin-in-if'
  | 'end-in-if'
  | 'begin-in-switch'
  | 'end-in-switch'
  | 'begin-twice'
  | 'end-twice'
  | 'end-before-begin'
  | 'no-begin'
  | 'no-end';

/** Returns how many times a shader with the given placement folds a primitive. */
export function countFolds(placement: Placement, number: number): number {
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

const emitOddDiscard = ({ mask, exec, vcc }: Dialect): string => `
  v_and_b32_e32 v7, 1, v6
  v_cmp_eq_u32_e32 ${vcc}, 0, v7
  s_and_${mask} ${exec}, ${exec}, ${vcc}`;

/** The code after the set-up, for each placement. */
const BODIES: Readonly<Record<Placement, (blocks: CodeBlocks, dialect: Dialect) => string>> = {
  plain: ({ begin, fold, end, leave }) => `${begin()}${fold}${end}${leave}`,
  'begin-after-discard': ({ begin, fold, end, leave }, dialect) =>
    `${emitOddDiscard(dialect)}
  s_cbranch_execz done${begin()}${fold}${end}
done:${leave}`,
  'end-after-discard': ({ begin, fold, end, leave }, dialect) =>
    `${begin()}${emitOddDiscard(dialect)}${fold}${end}${leave}`,
  'begin-after-return': ({ begin, fold, end, leave }) => `${emitUniformCondition(CONDITION_BITS)}
  s_cbranch_scc0 done${begin()}${fold}${end}
done:${leave}`,
  'end-after-return': ({ begin, fold, end, leave }, { waitStores }) => `${begin()}${fold}
  ${waitStores}${emitUniformCondition(CONDITION_BITS)}
  s_cbranch_scc0 done${end}${leave}
done:${leave}`,
  'begin-in-loop': ({ begin, fold, end, leave }, { waitStores }) => `
  s_mov_b32 s14, ${ITERATIONS}
loop:${begin()}${fold}
  ${waitStores}
  s_sub_u32 s14, s14, 1
  s_cmp_lg_u32 s14, 0
  s_cbranch_scc1 loop${end}${leave}`,
  'end-in-loop': ({ begin, fold, end, leave }) => `${begin()}${fold}
  s_mov_b32 s14, ${ITERATIONS}
loop:${end}
  s_sub_u32 s14, s14, 1
  s_cmp_lg_u32 s14, 0
  s_cbranch_scc1 loop${leave}`,
  'begin-in-if': ({ begin, fold, end, leave }) => `${emitUniformCondition(CONDITION_BITS)}
  s_cbranch_scc0 merged${begin()}${fold}
merged:${end}${leave}`,
  'end-in-if': ({ begin, fold, end, leave }, { waitStores }) => `${begin()}${fold}
  ${waitStores}${emitUniformCondition(CONDITION_BITS)}
  s_cbranch_scc0 merged${end}
merged:${leave}`,
  'begin-in-switch': ({ begin, fold, end, leave }) => `${emitUniformCondition(CONDITION_BITS)}
  s_cbranch_scc0 other${begin()}${fold}
  s_branch merged
other:${begin('other')}${fold}
merged:${end}${leave}`,
  'end-in-switch': ({ begin, fold, end, leave }) => `${begin()}${fold}${emitUniformCondition(CONDITION_BITS)}
  s_cbranch_scc0 other${end}
  s_branch merged
other:${end}
merged:${leave}`,
  'begin-twice': ({ begin, fold, end, leave }, { waitStores }) => `${begin()}${fold}
  ${waitStores}${begin('second')}${fold}${end}${leave}`,
  'end-twice': ({ begin, fold, end, leave }) => `${begin()}${fold}${end}${end}${leave}`,
  'end-before-begin': ({ begin, fold, end, leave }, { waitStores }) => `${end}${begin()}${fold}
  ${waitStores}${leave}`,
  'no-begin': ({ fold, end, leave }) => `${fold}${end}${leave}`,
  'no-end': ({ begin, fold, leave }, { waitStores }) => `${begin()}${fold}
  ${waitStores}${leave}`,
};

/** Emits a fold whose section markers have the given placement. */
export function emitPlacement(placement: Placement, gfx: Gfx, wave: WaveSize): string {
  const dialect = getDialect(gfx, wave);
  const blocks: CodeBlocks = {
    begin: (label) => emitBeginMarker(gfx, label),
    end: emitEndMarker(gfx, dialect),
    fold: emitWordFold(dialect),
    leave: emitWaveEnd(gfx),
  };
  return `${emitPrimitiveAndOffset(gfx, dialect)}${BODIES[placement](blocks, dialect)}`;
}
