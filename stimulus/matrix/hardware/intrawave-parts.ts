import { PARAMETER_DWORDS, type WaveSize } from '../../../arch/index.js';
import { packRegisters } from '../../driver/register-fields.js';
import { createIntrawaveProgram, createIntrawaveRegisters } from '../../intrawave/sequence.js';
import { type Block, createQuadBlock, getBlockVertices, RECTANGLE_LIST } from '../blocks.js';
import type { CellParts, CellTarget } from '../cell.js';
import { createFoldMemory, foldBlocks } from '../fold-parts.js';

/** The number of lanes per quad. */
const QUAD_LANES = 4;
/** The number of quads in the largest wave. */
const WAVE_QUADS = 16;

/** Returns the parts of a cell whose section processes a wave's overlapping quads layer by layer (S-058). */
export function createIntrawaveParts(target: CellTarget, blocks: readonly Block[]): CellParts {
  const { chip, wave, size } = target;
  const registers = createIntrawaveRegisters(chip, wave, 1, { width: size, height: size }, 4 * size * size);
  return {
    programs: [createIntrawaveProgram('intrawave', chip, wave)],
    draws: [
      {
        program: 0,
        interlock: 'pixel-ordered',
        width: size,
        height: size,
        samples: 1,
        registers: packRegisters(chip.gfx, RECTANGLE_LIST, registers),
        vertices: blocks.flatMap(getBlockVertices),
        depths: blocks.map(() => 0),
        attributes: 1,
        // The program adds one to the number that it folds.
        parameters: blocks.flatMap((_, i) => [i, ...new Array<number>(PARAMETER_DWORDS - 1).fill(0)]),
      },
    ],
    ...createFoldMemory(size, foldBlocks(size, blocks)),
  };
}

/**
 * Returns the quads of one large wave. Each quad whose index is in `starts` starts a new layer, because it covers the
 * same pixels as the wave's first quad.
 */
export function createLayeredWave(size: number, starts: readonly number[]): Block[] {
  return Array.from({ length: WAVE_QUADS }, (_, quad) =>
    createQuadBlock(starts.includes(quad) ? 0 : quad, size),
  );
}

/** Returns quads for waves that overlap only themselves: each wave alternates between its own two quads. */
export function createSelfOverlaps(size: number, wave: WaveSize): Block[] {
  const pairs = (size / 2) ** 2 / 2;
  const quads = wave / QUAD_LANES;
  return Array.from({ length: pairs * quads }, (_, i) =>
    createQuadBlock(2 * Math.floor(i / quads) + (i % 2), size),
  );
}
