import { findMax, SCALAR } from '../arch/index.js';
import type { DeviceContext } from './context.js';
import { OutputMerger } from './rb/output-merger.js';
import { type DrawPlan, INPUT_REGISTER_COUNT } from './spi/draw-plan.js';
import type { SlotSizes } from './spi/launcher.js';
import { getMaxConstants, getMaxVectorRegisters, type WavePlan } from './spi/wave-plan.js';

/** The size of an area in pixels. */
export interface RenderArea {
  readonly width: number;
  readonly height: number;
}

/** Creates the output merger if the scenario has colour buffers. */
export function createOutputMerger(
  context: DeviceContext,
  plans: readonly DrawPlan[],
  { width, height }: RenderArea,
): OutputMerger | undefined {
  const { colourBuffers } = context.scenario;
  if (colourBuffers === undefined) return undefined;
  const samples = findMax(
    plans.map((plan) => plan.draw.samples),
    1,
  );
  return new OutputMerger(context, { width, height, samples }, colourBuffers);
}

/** Returns the smallest area that contains all draws. */
export function getRenderArea(plans: readonly DrawPlan[]): RenderArea {
  return {
    width: findMax(
      plans.map((plan) => plan.draw.width),
      1,
    ),
    height: findMax(
      plans.map((plan) => plan.draw.height),
      1,
    ),
  };
}

/** Returns slot register-file sizes that are large enough for every plan's program. */
export function getSlotSizes(plans: readonly WavePlan[]): SlotSizes {
  const vgprs = getMaxVectorRegisters(plans, INPUT_REGISTER_COUNT);
  return { vgprs, scalars: SCALAR.CONSTANTS + getMaxConstants(plans) };
}
