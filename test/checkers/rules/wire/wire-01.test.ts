import { makeLaunch } from '../../support/launches.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

/**
 * Returns whether WIRE-01 fires when a wave is launched on `simd` after sixteen on SIMD 0. If `isReleased` is set, one
 * of the sixteen has been released.
 */
function fires(simd: number, isReleased: boolean): boolean {
  const stream = new Stream(scene({ freedoms: { waveSlots: 1024 } }));
  for (let wave = 0; wave < 17; wave++) {
    stream.form([{ x: 0, y: 0, primitive: wave }]);
    if (wave === 16 && isReleased)
      stream.add({ kind: 'resource-released', cycle: stream.cycle + 1, wave: 3, slot: 3 });
    stream.add(makeLaunch(stream.cycle + 1, wave, wave, { simd: wave === 16 ? simd : 0 }));
  }
  return listFiredRules(stream.judge()).includes('WIRE-01');
}

test('fires for the seventeenth wave on a SIMD even if `waveSlots` allows more', () => {
  expect(fires(0, false)).toBe(true);
});

test('does not fire if the last wave is on a different SIMD or an earlier wave has been released', () => {
  expect(fires(1, false)).toBe(false);
  expect(fires(0, true)).toBe(false);
});
