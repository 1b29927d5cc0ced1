import { scene } from '../../support/scenes.js';
import { listFiredRules, P0, P1, Stream } from '../../support/stream.js';

/** Runs the sections of two waves at one pixel, starting with the younger wave. */
function runInverted(draw = {}): Stream {
  return new Stream(scene({ draw }))
    .form([P0])
    .form([P1], { didOverlap: true, newest: 0 })
    .runSection(1)
    .runSection(0);
}

test("fires when an older primitive's section follows a younger one's", () => {
  const verdict = runInverted().judge();
  expect(listFiredRules(verdict)).toContain('ORD-02');
  const violation = verdict.violations.find(({ rule }) => rule === 'ORD-02')!;
  expect(violation.place).toMatchObject({ wave: 0, otherWave: 1, primitive: 0, otherPrimitive: 1 });
  expect(violation.allowed).toContain('primitive 0');
});

test('fires across draws', () => {
  const stream = new Stream(scene({ primitives: 1, moreDraws: [{}] }))
    .form([P0])
    .form([P1], { draw: 1, didOverlap: true, newest: 0 })
    .runSection(1)
    .runSection(0);
  expect(listFiredRules(stream.judge())).toContain('ORD-02');
});

test('does not fire with an unordered interlock (L12)', () => {
  expect(listFiredRules(runInverted({ interlock: 'pixel-unordered' }).judge())).not.toContain('ORD-02');
});

test('does not fire when the younger section comes second', () => {
  const stream = new Stream(scene()).form([P0]).form([P1], { didOverlap: true, newest: 0 });
  const verdict = stream.runSection(0).countExit(0, 1).poll(1, 1).runSection(1).judge();
  expect(listFiredRules(verdict)).toEqual([]);
  expect(verdict.armed['ORD-02']).toBeGreaterThan(0);
});

test('does not fire when a younger wave elsewhere finishes before an older one starts (L10)', () => {
  const stream = new Stream(scene())
    .form([P0])
    .form([{ x: 4, y: 4, primitive: 1 }])
    .runSection(1)
    .runSection(0);
  expect(listFiredRules(stream.judge())).toEqual([]);
});
