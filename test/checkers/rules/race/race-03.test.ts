import { scene } from '../../support/scenes.js';
import { listFiredRules, P0, P1, Stream } from '../../support/stream.js';

function formWaveThatMustWait(): Stream {
  return new Stream(scene())
    .form([P0])
    .form([P1], { didOverlap: true, newest: 0 })
    .runSection(0)
    .countExit(0, 1);
}

test('fires when an overlapping wave accesses ordered memory without having polled', () => {
  const verdict = formWaveThatMustWait().access({ wave: 1 }).judge();
  expect(listFiredRules(verdict)).toEqual(['RACE-03']);
  expect(verdict.violations[0].observed).toContain('before its entry wait');
});

test('fires when a wave accesses ordered memory between polls', () => {
  const verdict = formWaveThatMustWait().poll(1, 0).access({ wave: 1 }).poll(1, 1).judge();
  expect(verdict.violations.map(({ observed }) => observed)).toContainEqual(
    expect.stringContaining('inside its entry wait'),
  );
});

test('fires when a wave enters after a failed poll, even if the awaited waves have since exited', () => {
  const verdict = formWaveThatMustWait().poll(1, 0).access({ wave: 1 }).judge();
  expect(listFiredRules(verdict)).toEqual(['RACE-03']);
  expect(verdict.violations[0].observed).toContain(
    'The last poll of wave 1 (packer 0 id 1) returned 0, but it continued with an ordered load',
  );
});

test('fires for an ordered access after the exit', () => {
  const verdict = new Stream(scene()).form([P0]).runSection(0).access({ wave: 0 }).judge();
  expect(listFiredRules(verdict)).toContain('RACE-03');
});

test('fires on GFX11 for an access before the event wait, or after a no-op event wait', () => {
  const formOnGfx11 = (): Stream => new Stream(scene({ chip: 'navi31' })).form([P0]);
  expect(listFiredRules(formOnGfx11().access({ wave: 0 }).judge())).toEqual(['RACE-03']);
  expect(listFiredRules(formOnGfx11().endEventWait(0, 5, 1).access({ wave: 0 }).judge())).toContain(
    'RACE-03',
  );
  expect(listFiredRules(formOnGfx11().endEventWait(0).access({ wave: 0 }).judge())).toEqual([]);
});

test('does not fire after a poll that admits the wave, even across the wraparound', () => {
  expect(listFiredRules(formWaveThatMustWait().poll(1, 0).poll(1, 1).runSection(1).judge())).toEqual([]);
  const stream = new Stream(scene({ freedoms: { idWrap: 1023, idStart: 1023 } }))
    .form([P0], { id: 1023, newest: 1023 })
    .form([P1], { id: 0, didOverlap: true, newest: 1023 });
  stream.runSection(0).countExit(0, 0).poll(1, 0).runSection(1);
  expect(listFiredRules(stream.judge())).toEqual([]);
});

test('does not fire when a non-overlapping wave enters without waiting (L09)', () => {
  const verdict = new Stream(scene()).form([P0]).runSection(0).judge();
  expect(listFiredRules(verdict)).toEqual([]);
  expect(verdict.armed['RACE-03']).toBe(2);
});
