import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

const quad = (primitive: number, x = 0) => ({ x, y: 0, primitive });

/** Forms three waves at one pixel. The last one reports `newest`. */
function formThreeWaves(newest: number, changes = {}): Stream {
  return new Stream(scene(changes))
    .form([quad(0)])
    .form([quad(1)], { didOverlap: true, newest: 0 })
    .form([quad(2)], { didOverlap: true, newest });
}

test('fires when the newest id is older than the youngest overlapped wave', () => {
  const verdict = formThreeWaves(0).judge();
  expect(listFiredRules(verdict)).toEqual(['ORD-05']);
  expect(verdict.violations[0].place).toMatchObject({ wave: 2, otherWave: 1 });
  expect(verdict.violations[0].allowed).toContain('is 1 or the id of a younger wave');
});

test("does not fire if the newest id is the wave's own, which HANG-02 checks", () => {
  expect(listFiredRules(formThreeWaves(2).judge())).toEqual(['HANG-02']);
});

test('fires when the newest id is that of a later wave', () => {
  const verdict = formThreeWaves(3).judge();
  expect(listFiredRules(verdict)).toEqual(['ORD-05', 'LAUNCH-10']);
  expect(verdict.violations[0].observed).toMatch(
    /^The newest-overlap field of wave \d+ \(.*\) is 3, which decodes to id 3, /,
  );
});

test('does not fire if the newest id is that of the youngest overlapped wave or a newer one (L03)', () => {
  expect(listFiredRules(formThreeWaves(1).judge())).toEqual([]);
  const stream = new Stream(scene())
    .form([quad(0)])
    .form([quad(1, 4)])
    .form([quad(2)], { didOverlap: true, newest: 1 });
  expect(listFiredRules(stream.judge())).toEqual([]);
});

test('does not fire for a wave that has already exited (L02)', () => {
  const stream = new Stream(scene())
    .form([quad(0)])
    .runSection(0)
    .countExit(0, 1);
  expect(listFiredRules(stream.form([quad(1)], { didOverlap: true, newest: 0 }).judge())).toEqual([]);
});

const EARLY_WRAP = { freedoms: { idWrap: 7, idStart: 6 } };

/** Forms waves with ids 6, 7 and 0. The last one overlaps 7 and reports `newest`. */
function formWrappedWaves(newest: number, chip: 'vega10' | 'navi21'): Stream {
  return new Stream(scene({ chip, ...EARLY_WRAP }))
    .form([quad(0)], { id: 6, newest: 6 })
    .form([quad(1)], { id: 7, didOverlap: true, newest: 6 })
    .form([quad(2)], { id: 0, didOverlap: true, newest });
}

test('expects a newest id from before the wraparound to be off by one, on GFX9 only', () => {
  expect(listFiredRules(formWrappedWaves(6, 'vega10').judge())).toEqual([]);
  expect(listFiredRules(formWrappedWaves(7, 'navi21').judge())).toEqual([]);
  expect(listFiredRules(formWrappedWaves(6, 'navi21').judge())).toEqual(['ORD-05']);
  expect(listFiredRules(formWrappedWaves(5, 'vega10').judge())).toEqual(['ORD-05']);
});
