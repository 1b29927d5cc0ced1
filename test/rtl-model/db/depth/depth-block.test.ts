import { expect, it } from 'vitest';
import { DeviceContext } from '../../../../rtl-model/context.js';
import { DepthBlock, MUST_WAIT } from '../../../../rtl-model/db/depth/depth-block.js';
import { ReplayChoices } from '../../../../rtl-model/kernel/index.js';
import { planDraws } from '../../../../rtl-model/spi/draw-plan.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../../../transactions/index.js';
import { scene } from '../../../checkers/support/scenes.js';

/** Registers for a "less" depth test: late if the draw has KILL_ENABLE, otherwise early where possible. */
const REGISTERS = { DB_DEPTH_CONTROL: (1 << 1) | (1 << 4), DB_SHADER_CONTROL: (1 << 4) | (1 << 6) };

function makeQuad(x: number): number[] {
  const quad = new Array<number>(QUAD_COLUMNS).fill(0);
  quad[QUAD_COLUMN.X] = x;
  quad[QUAD_COLUMN.MASK01] = 1;
  return quad;
}

it('a primitive only waits for tests at the positions of its own quads', () => {
  const clear = { depth: 1, stencil: 0 };
  const scenario = { ...scene({ draw: { registers: REGISTERS } }), depthBuffer: clear };
  const context = new DeviceContext(scenario, new ReplayChoices([]), null);
  const [plan] = planDraws(context, scenario);
  const size = { width: 16, height: 16 };
  const ignore = (): void => undefined;
  const depth = new DepthBlock(context, size, clear, ignore, ignore);
  depth.onPacked(plan!, Int32Array.from(makeQuad(4)));
  const quads = Int32Array.from([...makeQuad(0), ...makeQuad(4)]);
  expect(depth.admit(plan!, quads, 2, 0)).toBe(MUST_WAIT);
  expect(depth.admit(plan!, quads, 1, 0)).toBe(1);
  expect(depth.admit(plan!, Int32Array.from(makeQuad(4)), 1, 0)).toBe(MUST_WAIT);
  // A draw without tests does not wait.
  const untested = { ...plan!, tests: undefined };
  expect(depth.admit(untested, quads, 2, 0)).toBe(2);
});
