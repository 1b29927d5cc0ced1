import { runScenario } from '../../../rtl-model/index.js';
import { scene } from '../../checkers/support/scenes.js';

const PRIMITIVES = 1_000_000;

/** Returns one-quad triangles that cycle through the screen's 64 quads, three in four of them off-screen. */
function makeVertices(): number[] {
  const vertices: number[] = new Array(PRIMITIVES * 6);
  for (let i = 0; i < PRIMITIVES; i++) {
    const quad = (i >> 2) & 63;
    const x = (quad & 7) * 512 + ((i & 3) === 0 ? 0 : 16 * 256);
    const y = (quad >> 3) * 512;
    [x, y, x + 512, y, x, y + 512].forEach((value, k) => {
      vertices[i * 6 + k] = value;
    });
  }
  return vertices;
}

it('runs a million primitives with less than 256 MB in addition to the scene itself', () => {
  const draw = {
    vertices: makeVertices(),
    depths: [],
    parameters: [],
    registers: { DB_SHADER_CONTROL: 1 << 16 },
  };
  const scenario = scene({ draw, primitives: 1, freedoms: { waveSlots: 16 } });
  const before = process.memoryUsage().heapUsed;
  let maxHeap = before;
  let primitives = 0;
  let quads = 0;
  const { stopped } = runScenario(scenario, (t) => {
    if (t.kind === 'primitive' && (++primitives & 0xffff) === 0) {
      maxHeap = Math.max(maxHeap, process.memoryUsage().heapUsed);
    }
    if (t.kind === 'wave-formed') quads += t.quadCount;
  });
  expect({ stopped, primitives, quads }).toEqual({
    stopped: false,
    primitives: PRIMITIVES,
    quads: PRIMITIVES / 4,
  });
  expect((maxHeap - before) / 2 ** 20).toBeLessThan(256);
});
