import { expect, it } from 'vitest';
import type { DrawPlan } from '../../rtl-model/spi/draw-plan.js';
import { renderArea } from '../../rtl-model/unit-sizes.js';

const plan = (width: number, height: number) => ({ draw: { width, height } }) as DrawPlan;

it('the render area holds the widest and the highest draw, and a pixel where there is none', () => {
  expect(renderArea([plan(3, 40), plan(20, 5)])).toEqual({ width: 20, height: 40 });
  expect(renderArea([])).toEqual({ width: 1, height: 1 });
});
