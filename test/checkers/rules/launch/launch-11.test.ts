import type { WaveFormed } from '../../../../transactions/index.js';
import { type SceneChanges, scene } from '../../support/scenes.js';
import { Stream } from '../../support/stream.js';
import type { TestQuad } from '../../support/test-quads.js';

const quad = (x: number, y = 0, primitive = 0): TestQuad => ({ x, y, primitive });

/** Returns `count` adjacent quads in a row, starting at column `x`. */
const createRow = (count: number, x = 0, primitive = 0): readonly TestQuad[] =>
  Array.from({ length: count }, (_, i) => quad(x + 2 * i, 0, primitive));

interface WaveSpec {
  readonly quads: readonly TestQuad[];
  readonly cycle: number;
  readonly reason: WaveFormed['reason'];
}

/** Returns what each LAUNCH-11 violation observed after one packer formed the given waves in turn. */
function getObservations(changes: SceneChanges, ...waves: readonly WaveSpec[]): string[] {
  const stream = new Stream(scene({ ...changes, freedoms: { regionSize: 64, ...changes.freedoms } }));
  for (const { quads, ...options } of waves) stream.form(quads, options);
  const violations = stream.judge().violations.filter(({ rule }) => rule === 'LAUNCH-11');
  return violations.map((violation) => violation.observed);
}

const BREAK_AT_8 = { draw: { registers: { PA_SC_SHADER_CONTROL: 1 << 5 } } };
const FIRST_WAVE: WaveSpec = { quads: [quad(0)], cycle: 10, reason: 'draw-end' };

describe('LAUNCH-11', () => {
  test('fires when a wave has quads from two break regions, but only in draws that use break regions', () => {
    const wave: WaveSpec = { quads: [quad(6), quad(8)], cycle: 10, reason: 'draw-end' };
    expect(getObservations(BREAK_AT_8, wave)).toEqual([
      'Quads 0 and 1 of wave 0 (packer 0 id 0) are in different squares.',
    ]);
    expect(getObservations({}, wave)).toEqual([]);
    expect(getObservations(BREAK_AT_8, { ...wave, quads: [quad(8), quad(14, 6)] })).toEqual([]);
  });

  test('fires when a partial wave is closed as full', () => {
    const makeWave = (count: number): WaveSpec => ({ quads: createRow(count), cycle: 10, reason: 'full' });
    expect(getObservations({}, makeWave(7))[0]).toContain('closed as full with 7 quads from 1 primitive');
    expect(getObservations({}, makeWave(8))).toEqual([]);
  });

  test('fires when a full wave is closed for a different reason', () => {
    const makeWave = (count: number): WaveSpec => ({
      quads: createRow(count),
      cycle: 10,
      reason: 'draw-end',
    });
    expect(getObservations({}, makeWave(8))[0]).toContain('closed for a different reason: draw-end');
    expect(getObservations({}, makeWave(7))).toEqual([]);
  });

  test('fires when a wave has quads from too many primitives', () => {
    const wave: WaveSpec = {
      quads: [0, 1, 2].map((index) => quad(2 * index, 0, index)),
      cycle: 10,
      reason: 'draw-end',
    };
    expect(getObservations({ freedoms: { primitivesPerWave: 2 } }, wave)[0]).toContain('holds quads from 3');
    expect(getObservations({ freedoms: { primitivesPerWave: 3 } }, wave)).toEqual([]);
  });

  test('counts a wave as full if it has no room for the parameters of another primitive', () => {
    const wave: WaveSpec = { quads: [quad(0), quad(2, 0, 1)], cycle: 10, reason: 'full' };
    expect(getObservations({ freedoms: { primitivesPerWave: 2 } }, wave)).toEqual([]);
    expect(getObservations({ freedoms: { primitivesPerWave: 3 } }, wave)).toHaveLength(1);
  });

  test('fires when a wave fills faster than a packer or the scan converter can send quads', () => {
    const makeSecondWave = (cycle: number): WaveSpec => ({ quads: createRow(8), cycle, reason: 'full' });
    expect(getObservations({}, FIRST_WAVE, makeSecondWave(12))[0]).toContain('receives 8 quads in 3 cycles');
    expect(getObservations({}, FIRST_WAVE, makeSecondWave(13))).toEqual([]);
    expect(getObservations({ freedoms: { quadsPerCycle: 6 } }, FIRST_WAVE, makeSecondWave(12))).toHaveLength(
      1,
    );
    expect(getObservations({ freedoms: { quadsPerCycle: 1 } }, FIRST_WAVE, makeSecondWave(16))).toHaveLength(
      1,
    );
    expect(getObservations({ freedoms: { quadsPerCycle: 1 } }, FIRST_WAVE, makeSecondWave(17))).toEqual([]);
  });

  test('fires when a wave times out early, unless the draw lets waves close immediately', () => {
    const makeSecondWave = (cycle: number): WaveSpec => ({ quads: [quad(4)], cycle, reason: 'timeout' });
    const freedoms = { formationTimeout: 20 };
    expect(getObservations({ freedoms }, FIRST_WAVE, makeSecondWave(29))[0]).toContain(
      '19 cycles after the previous wave',
    );
    expect(getObservations({ freedoms }, FIRST_WAVE, makeSecondWave(30))).toEqual([]);
    expect(getObservations({ freedoms }, makeSecondWave(29))).toEqual([]);
    const closesAtOnce = { registers: { DB_RENDER_OVERRIDE2: 2 } };
    expect(getObservations({ freedoms, draw: closesAtOnce }, FIRST_WAVE, makeSecondWave(29))).toEqual([]);
  });
});
