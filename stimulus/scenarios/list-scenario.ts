import { type ChipName, chipOf, type WaveSize } from '../../arch/index.js';
import { defaultFreedoms, type Scenario } from '../../transactions/index.js';
import { type FieldValues, packRegisters } from '../driver/register-fields.js';
import { createGoldenScenario, GOLDEN_MODE } from '../golden/index.js';
import type { Area, PrimitiveKind, Triangle } from '../scenes/geometry.js';
import { PRIMITIVE_TYPE } from '../scenes/primitives.js';
import { deriveScheduleSeed } from '../schedule-seed.js';

/** The target of a list scenario, and its primitive type. */
export interface ListRun {
  readonly area: Area;
  readonly chip: ChipName;
  readonly wave: WaveSize;
  /** The seed of the timing. */
  readonly seed: string;
  /** The primitive type; points and lines are one pixel wide. */
  readonly kind: PrimitiveKind;
}

/** Half a pixel, in 1/16ths of a pixel, for point sizes and line widths. */
const HALF_PIXEL = 8;

/**
 * Creates a scenario that draws primitives of one kind with one sample per pixel. Its program appends each fragment to
 * its pixel's list, in order.
 */
export function listScenario(
  draws: readonly (readonly Triangle[])[],
  { area, chip, wave, seed, kind }: ListRun,
): Scenario {
  const scene = {
    ...area,
    samples: 1 as const,
    mode: GOLDEN_MODE.PIXEL_LIST,
    draws: draws.map((triangles) => Int32Array.from(triangles.flat())),
  };
  const packers = Math.min(defaultFreedoms().packers, chipOf(chip).packers);
  const freedoms = { ...defaultFreedoms(), packers };
  const scenario = createGoldenScenario(scene, {
    chip,
    wave,
    freedoms,
    schedule: { strategy: 'random', seed: deriveScheduleSeed(seed) },
  });
  const { gfx } = chipOf(chip);
  const fields = kind === 'triangles' ? {} : getKindFields(kind);
  return {
    ...scenario,
    draws: scenario.draws.map((draw) => ({
      ...draw,
      registers: packRegisters(gfx, fields, draw.registers),
    })),
    name: 'drawing',
  };
}

function getKindFields(kind: PrimitiveKind): FieldValues {
  return {
    'VGT_PRIMITIVE_TYPE.PRIM_TYPE': PRIMITIVE_TYPE[kind],
    'PA_SU_POINT_SIZE.WIDTH': HALF_PIXEL,
    'PA_SU_POINT_SIZE.HEIGHT': HALF_PIXEL,
    'PA_SU_LINE_CNTL.WIDTH': HALF_PIXEL,
  };
}
