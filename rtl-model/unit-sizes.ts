import { findMax, SCALAR } from '../arch/index.js';
import { type DrawPlan, INPUT_REGISTER_COUNT } from './spi/draw-plan.js';
import type { SlotSizes } from './spi/launcher.js';
import { getMaxConstants, getMaxVectorRegisters, type WavePlan } from './spi/wave-plan.js';

/** The size of an area in pixels, and the number of samples per pixel. */
export interface RenderArea {
  readonly width: number;
  readonly height: number;
  readonly samples: number;
}

/** Returns the smallest area that contains all draws. */
export function getRenderArea(plans: readonly DrawPlan[]): RenderArea {
  const findLargest = (size: keyof RenderArea): number =>
    findMax(
      plans.map(({ draw }) => draw[size]),
      1,
    );
  return { width: findLargest('width'), height: findLargest('height'), samples: findLargest('samples') };
}

/** Returns slot register-file sizes that are large enough for every plan's program. */
export function getSlotSizes(plans: readonly WavePlan[]): SlotSizes {
  const vgprs = getMaxVectorRegisters(plans, INPUT_REGISTER_COUNT);
  return { vgprs, scalars: SCALAR.CONSTANTS + getMaxConstants(plans) };
}
