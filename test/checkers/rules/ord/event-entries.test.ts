import { scene } from '../../support/scenes.js';
import { listFiredRules, P0, P1, Stream } from '../../support/stream.js';

const P2 = { x: 0, y: 0, primitive: 2 };
const ELSEWHERE = { x: 4, y: 4, primitive: 1 };

const formOnGfx11 = (): Stream => new Stream(scene({ chip: 'navi31' })).form([P0]);

describe('ORD-06 on GFX11', () => {
  test('fires when export-ready lets a wave in before a wave it overlaps has exited', () => {
    const verdict = formOnGfx11().form([P1]).endEventWait(0).endEventWait(1).judge();
    expect(listFiredRules(verdict)).toEqual(['ORD-06']);
    expect(verdict.violations[0]).toMatchObject({ place: { wave: 1, otherWave: 0, pixel: [0, 0] } });
  });

  test('still checks overlaps with older waves after a younger wave has exited early', () => {
    const stream = formOnGfx11().form([P1]).form([P2]).export(1).countExit(1, 1).endEventWait(2);
    const entry = stream.judge().violations.find(({ place }) => place.wave === 2);
    expect(entry).toMatchObject({ rule: 'ORD-06', place: { otherWave: 0 } });
  });

  test("fires when the model counts a wave's exit before that of a wave it overlaps", () => {
    const exportSecond = () => formOnGfx11().form([P1]).form([P2]).export(1);
    const verdict = exportSecond().countExit(1, 1).judge();
    expect(listFiredRules(verdict)).toEqual(['ORD-06']);
    expect(verdict.violations[0]?.observed).toContain(
      'wave 0 (packer 0 id 0), which it overlaps, has not exited',
    );
    expect(listFiredRules(exportSecond().export(0).countExit(0, 0).countExit(1, 1).judge())).toEqual([]);
  });

  test('does not fire if the overlapped wave has exited or signalled its exit, or if nothing overlaps', () => {
    const afterExit = formOnGfx11().form([P1]).export(0).countExit(0, 0).endEventWait(1).judge();
    expect(listFiredRules(afterExit)).toEqual([]);
    expect(afterExit.armed['ORD-06']).toBe(2);
    expect(listFiredRules(formOnGfx11().export(0).form([P1]).endEventWait(1).judge())).toEqual([]);
    expect(listFiredRules(formOnGfx11().form([ELSEWHERE]).endEventWait(1).judge())).toEqual([]);
  });

  test('ignores a no-op event wait, which is a bug in the program', () => {
    const stream = formOnGfx11().form([P1]).endEventWait(1, undefined, 1);
    expect(listFiredRules(stream.judge())).not.toContain('ORD-06');
  });

  test('fires when an exit is counted before the export with the done bit set, or counted twice', () => {
    const earlyCount = formOnGfx11().export(0, { done: false }).countExit(0, 0);
    expect(listFiredRules(earlyCount.judge())).toEqual(['ORD-06']);
    const doubleCount = formOnGfx11().export(0).countExit(0, 0).countExit(0, 0);
    expect(listFiredRules(doubleCount.judge())).toEqual(['ORD-06']);
  });

  test('treats the end of a wave without exports as its exit, and allows exits in any order', () => {
    expect(listFiredRules(formOnGfx11().end(0).countExit(0, 0).judge())).not.toContain('ORD-06');
    const youngerFirst = formOnGfx11().form([ELSEWHERE]).export(1).countExit(1, 1);
    expect(listFiredRules(youngerFirst.judge())).toEqual([]);
  });
});
