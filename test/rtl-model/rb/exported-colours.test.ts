import { EXPORT_TARGET } from '../../../arch/index.js';
import { type PendingExport, readLaneColour } from '../../../rtl-model/rb/exported-colours.js';

const LANES = 32;
const ABGR_32 = 9;

/** Creates an export of floats with `first` plus the lane number in the first channel. */
function makeExport(target: number, first: number): PendingExport {
  const values = new Float32Array(4 * LANES);
  for (let lane = 0; lane < LANES; lane++) values[lane] = first + lane;
  return { target, enabled: 0xf, compressed: false, data: new Int32Array(values.buffer) };
}

/** Returns the first channel of a lane's colour, or undefined if the lane has no colour. */
function getRed(exports: readonly PendingExport[], formats: number, target: number, lane: number) {
  const colour = new Float64Array(4);
  return readLaneColour('gfx11', exports, formats, target, LANES, lane, colour) ? colour[0] : undefined;
}

it("reads a target's colour from the export to that target, in its format", () => {
  const exports = [makeExport(0, 100), makeExport(2, 300)];
  expect([getRed(exports, ABGR_32, 0, 5), getRed(exports, ABGR_32 << 8, 2, 6)]).toEqual([105, 306]);
  expect(getRed(exports, ABGR_32 << 4, 1, 5)).toBeUndefined();
});

it("reads a lane's blend sources from its lane pair: the first from the even lane, the second from the odd one", () => {
  const exports = [makeExport(EXPORT_TARGET.DUAL0, 100), makeExport(EXPORT_TARGET.DUAL0 + 1, 200)];
  const formats = ABGR_32 | (ABGR_32 << 4);
  const sources = [0, 1, 6, 7].map((lane) => [0, 1].map((target) => getRed(exports, formats, target, lane)));
  expect(sources).toEqual([
    [100, 101],
    [200, 201],
    [106, 107],
    [206, 207],
  ]);
  expect(getRed(exports, formats, 2, 0)).toBeUndefined();
  expect(getRed([exports[0]!], formats, 0, 1)).toBeUndefined();
});
