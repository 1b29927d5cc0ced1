import type { FieldValues } from '../../driver/register-fields.js';
import { createPixelBlock } from '../blocks.js';
import { forGenerations, type MatrixCell } from '../cell.js';
import { FULL_WAVES } from '../pace.js';
import { createFieldCell } from './block-cell.js';
import { createQuadStacks } from './order-scenes.js';

/** The field that makes a draw drain on overlap. */
export const DRAIN: FieldValues = { 'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP': 1 };

/** The partial-squad launch controls, ordered by field value. */
const SQUAD_CONTROLS = ['automatic', 'on-hang', 'immediate', 'countdown'] as const;

/**
 * Two blocks on one pixel. The first block's wave is still forming when the second block overlaps it. Both quads are
 * packed in one cycle, so the wave exists before the launch control can launch it.
 */
const HELD_WAVE = [createPixelBlock(0, 0), createPixelBlock(0, 0)];

function createDrainCell(name: (typeof SQUAD_CONTROLS)[number], control: number): MatrixCell {
  const isRequiredControl = name === 'on-hang';
  return createFieldCell(
    {
      id: 'H22',
      variant: `pslc${control}`,
      title: `a drain with partial-squad launch set to ${name}${isRequiredControl ? '' : ', although the chip requires on-hang'}`,
      forbidden: forGenerations(['gfx9', 'gfx10.3', 'gfx11'], 'drains stall on GFX10.1 only (S-136)'),
      knobs: { ...FULL_WAVES, quadsPerCycle: 6 },
      ...(isRequiredControl
        ? {}
        : {
            expects: { gfx10: ['CFG-13', 'HANG-01', 'HANG-08'] },
            explanation:
              'drains work only with ON_HANG_ONLY (S-136: CFG-13). With any other setting, the packer waits for a wave that it is itself holding back (pops.md 7 and 9: HANG-08), and the device goes idle with work outstanding (HANG-01)',
          }),
    },
    (size) => ({
      blocks: isRequiredControl ? [...HELD_WAVE, ...createQuadStacks(size, 3)] : HELD_WAVE,
      fields: { ...DRAIN, 'DB_RENDER_OVERRIDE2.PARTIAL_SQUAD_LAUNCH_CONTROL': control },
    }),
  );
}

/** H22: drains with each partial-squad launch control (scenarios.md 7). */
export const DRAIN_CELLS: readonly MatrixCell[] = SQUAD_CONTROLS.map(createDrainCell);
