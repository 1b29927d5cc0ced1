import { scene } from '../../checkers/support/scenes.js';
import { getTransactions } from '../support/run-program.js';

const BEFORE_SHADER = 1 << 12;
const LESS_AND_WRITE = (1 << 1) | (1 << 2) | (1 << 4);

it("tests a primitive's quads once, and forwards all that pass, regardless of how long the packers take", () => {
  const registers = {
    SPI_SHADER_PGM_RSRC2_PS: 1 << 25,
    PA_SC_SHADER_CONTROL: 1 << 2,
    SPI_SHADER_COL_FORMAT: 1,
    DB_SHADER_CONTROL: (1 << 16) | BEFORE_SHADER,
    DB_DEPTH_CONTROL: LESS_AND_WRITE,
  };
  const freedoms = { packers: 1, idWindow: 1, quadsPerCycle: 1 };
  const layers = scene({ primitives: 2, draw: { registers, depths: [0.5, 0.25] }, freedoms });
  const scenario = { ...layers, depthBuffer: { depth: 1, stencil: 0 } };
  const quads = (16 / 2) ** 2;
  expect(getTransactions(scenario, 'depth-tested').length).toBe(2 * quads);
  const formed = getTransactions(scenario, 'wave-formed').reduce((sum, { quadCount }) => sum + quadCount, 0);
  expect(formed).toBe(2 * quads);
});
