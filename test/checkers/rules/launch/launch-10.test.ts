import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

const oneQuad = (primitive: number) => [{ x: 4 * primitive, y: 0, primitive }];
const SMALL_WRAP = { idWrap: 7, idStart: 0 };

test('fires when a wave is given the id of a wave whose exit has not been counted', () => {
  const stream = new Stream(scene({ freedoms: SMALL_WRAP }))
    .form(oneQuad(0))
    .form(oneQuad(1))
    .form(oneQuad(2), { id: 0 });
  const verdict = stream.judge();
  expect(listFiredRules(verdict)).toContain('LAUNCH-10');
  expect(verdict.violations.find(({ rule }) => rule === 'LAUNCH-10')?.place).toMatchObject({
    wave: 2,
    otherWave: 0,
  });
});

test('fires for an id past the wraparound, which programs on GFX11 do not see', () => {
  const formWith = (id: number, chip: 'navi21' | 'navi31' = 'navi21'): boolean =>
    listFiredRules(
      new Stream(scene({ chip, freedoms: SMALL_WRAP })).form(oneQuad(0), { id }).judge(),
    ).includes('LAUNCH-10');
  expect([formWith(7), formWith(8), formWith(8, 'navi31')]).toEqual([false, true, false]);
});

test('fires when consecutive waves get the same id, even if the first has exited', () => {
  const stream = new Stream(scene())
    .form(oneQuad(0))
    .runSection(0)
    .countExit(0, 1)
    .form(oneQuad(1), { id: 0 });
  expect(listFiredRules(stream.judge())).toContain('LAUNCH-10');
});

test('does not fire for gaps, or for an id reused after a wraparound or on another packer (L27, L28)', () => {
  const stream = new Stream(scene({ freedoms: SMALL_WRAP })).form(oneQuad(0)).runSection(0).countExit(0, 1);
  stream.form(oneQuad(1), { id: 4 }).form(oneQuad(2), { id: 4, packer: 1 }).form(oneQuad(3), { id: 0 });
  expect(listFiredRules(stream.judge())).not.toContain('LAUNCH-10');
});

test('fires when a wave is formed outside the id window even though its id is free', () => {
  const formThreeWaves = (idWindow: number): Stream =>
    new Stream(scene({ freedoms: { ...SMALL_WRAP, idWindow } }))
      .form(oneQuad(0))
      .form(oneQuad(1))
      .form(oneQuad(2));
  expect(listFiredRules(formThreeWaves(1).judge())).toContain('LAUNCH-10');
  expect(listFiredRules(formThreeWaves(2).judge())).not.toContain('LAUNCH-10');
});

test('fires when a wave is given an id that polls would still mistake for an exiting id from before the wraparound', () => {
  const addExits = (stream: Stream): Stream => {
    stream.runSection(0).countExit(0, 1);
    for (const wave of [1, 2, 3])
      stream
        .form(oneQuad(wave))
        .runSection(wave)
        .countExit(wave, (wave + 1) % 4);
    return stream;
  };
  const freedoms = { idWrap: 3, idWindow: 3, idStart: 0 };
  const formFourWaves = (): Stream => addExits(new Stream(scene({ freedoms })).showId(0).form(oneQuad(0)));
  const listFirings = (stream: Stream): string[] =>
    listFiredRules(stream.judge()).filter((rule) => rule === 'LAUNCH-10');
  expect(listFirings(formFourWaves().form(oneQuad(4), { id: 0 }))).toEqual(['LAUNCH-10']);
  expect(listFirings(formFourWaves().showId(1).form(oneQuad(4), { id: 0 }))).toEqual([]);
  // If the window spans all ids, all four exits may become visible at once, after which polls read the same id
  // again.
  expect(listFirings(formFourWaves().showId(0).form(oneQuad(4), { id: 0 }))).toEqual([]);
  const withoutShownIds = addExits(new Stream(scene({ freedoms })).form(oneQuad(0)));
  expect(listFirings(withoutShownIds.form(oneQuad(4), { id: 0 }))).toEqual([]);
});

test('fires when a wave is told to wait for an id outside the window', () => {
  const formThirdWave = (idWindow: number, intrawaveMask = 0): Stream => {
    const stream = new Stream(scene({ freedoms: { ...SMALL_WRAP, idWindow } }));
    for (const wave of [0, 1])
      stream
        .form(oneQuad(wave))
        .runSection(wave)
        .countExit(wave, wave + 1);
    return stream.form(oneQuad(2), { didOverlap: true, newest: 0, intrawaveMask });
  };
  expect(listFiredRules(formThirdWave(1).judge())).toContain('LAUNCH-10');
  // A wave that overlaps only itself may report the id of the last exit.
  expect(listFiredRules(formThirdWave(1, 1).judge())).not.toContain('LAUNCH-10');
  expect(listFiredRules(formThirdWave(2).judge())).not.toContain('LAUNCH-10');
});
