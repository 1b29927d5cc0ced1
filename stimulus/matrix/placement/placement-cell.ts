import type { Chip } from '../../../arch/index.js';
import { getOrderingGeneration } from '../../../arch/index.js';
import type { Freedoms } from '../../../transactions/index.js';
import { setting } from '../../../transactions/index.js';
import type { Block } from '../blocks.js';
import type { CellTarget, MatrixCell, RunnableCell } from '../cell.js';
import { createFoldParts } from '../fold-parts.js';
import { FOLD_FACTOR } from '../fold-text.js';
import { createQuadStacks } from '../hardware/order-scenes.js';
import { LAYER_OVERLAP } from '../pace.js';
import { createCellProgram } from '../shader.js';
import { countFolds, emitPlacement, type Placement } from './placements.js';

/**
 * Knobs that make the same rules fire in every run: only real overlaps are reported, and redundant messages have no
 * effect (U12, U13).
 */
const EXACT_KNOBS: Partial<Freedoms> = {
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

/** The properties of a placement cell. By default, the title is derived from the placement. */
interface PlacementOptions extends Omit<RunnableCell, 'kind' | 'make' | 'title' | 'knobs'> {
  readonly title?: string;
  /** Knobs that override the defaults. */
  readonly knobs?: Partial<Freedoms>;
}

/** Creates a cell whose shader places its section markers according to `placement`. */
export function createPlacementCell(placement: Placement, cell: PlacementOptions): MatrixCell {
  const title = cell.title ?? `the section's markers: ${placement.replaceAll('-', ' ')}`;
  const isClean = ({ gfx }: Chip): boolean => cell.expects?.[getOrderingGeneration(gfx)] === undefined;
  const make = (target: CellTarget) => {
    const { chip, wave, size } = target;
    const blocks: Block[] = createQuadStacks(size, isClean(chip) ? STACK_HEIGHT : 1);
    return createFoldParts(target, [{ blocks, shader: { kills: placement.endsWith('discard') } }], {
      programs: [createCellProgram(`fold_${placement}`, chip.gfx, emitPlacement(placement, chip.gfx, wave))],
      step: (word, number) => {
        let folded = word;
        for (let remaining = countFolds(placement, number); remaining > 0; remaining--)
          folded = (Math.imul(folded, FOLD_FACTOR) + number) | 0;
        return folded;
      },
    });
  };
  const knobs = (chip: Chip) => ({
    ...(isClean(chip) ? LAYER_OVERLAP : EXACT_KNOBS),
    primitivesPerWave: 1,
    ...cell.knobs,
  });
  return { kind: 'runs', ...cell, title, knobs, make };
}
