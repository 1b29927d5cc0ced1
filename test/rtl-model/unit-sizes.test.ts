import { expect, it } from 'vitest';
import { PS_INPUTS, SCALAR } from '../../arch/index.js';
import { DeviceContext } from '../../rtl-model/context.js';
import { ReplayChoices } from '../../rtl-model/kernel/index.js';
import { planDraws } from '../../rtl-model/spi/draw-plan.js';
import { slotSizes } from '../../rtl-model/unit-sizes.js';
import { scene } from '../checkers/support/scenes.js';

it('the registers of a slot hold what its largest program names, and all inputs and constants, and no more', () => {
  let inputs = 0;
  for (const { registers } of PS_INPUTS) inputs += registers;
  expect(slotSizes([])).toEqual({ vgprs: inputs, scalars: SCALAR.CONSTANTS });
  const scenario = scene();
  const [plan] = planDraws(new DeviceContext(scenario, new ReplayChoices([]), null), scenario);
  const [small, large] = [1, 90].map((size) => ({
    ...plan!,
    program: { ...plan!.program, vgprs: size, constants: new Int32Array(size) },
  }));
  expect(slotSizes([large!, small!])).toEqual({ vgprs: 90, scalars: SCALAR.CONSTANTS + 90 });
  expect(slotSizes([small!])).toEqual({ vgprs: inputs, scalars: SCALAR.CONSTANTS + 1 });
});
