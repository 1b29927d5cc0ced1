import { describe, expect, test } from 'vitest';
import { scene } from '../../support/scenes.js';
import { firedRules, Stream } from '../../support/stream.js';

const P0 = { x: 0, y: 0, primitive: 0 };
const P1 = { x: 0, y: 0, primitive: 1 };
const P2 = { x: 0, y: 0, primitive: 2 };
const ELSEWHERE = { x: 4, y: 4, primitive: 1 };

const formOnGfx11 = (): Stream => new Stream(scene({ chip: 'navi31' })).form([P0]);

describe('ORD-06 on GFX11', () => {
  test('fires when export-ready admits a wave before an overlapped one has exited', () => {
    const verdict = formOnGfx11().form([P1]).eventWait(0).eventWait(1).judge();
    expect(firedRules(verdict)).toEqual(['ORD-06']);
    expect(verdict.violations[0]).toMatchObject({ place: { wave: 1, otherWave: 0, pixel: [0, 0] } });
  });

  test('still checks overlaps with waves older than one that exited early', () => {
    const stream = formOnGfx11().form([P1]).form([P2]).exportDone(1).exitCounted(1, 1).eventWait(2);
    const entry = stream.judge().violations.find(({ place }) => place.wave === 2);
    expect(entry).toMatchObject({ rule: 'ORD-06', place: { otherWave: 0 } });
  });

  test('fires when our device counts the exit of a wave before that of a wave it overlaps', () => {
    const afterExport = () => formOnGfx11().form([P1]).form([P2]).exportDone(1);
    const verdict = afterExport().exitCounted(1, 1).judge();
    expect(firedRules(verdict)).toEqual(['ORD-06']);
    expect(verdict.violations[0]?.observed).toContain(
      'wave 0 (packer 0 id 0), which it overlaps, has not exited',
    );
    expect(firedRules(afterExport().exportDone(0).exitCounted(0, 0).exitCounted(1, 1).judge())).toEqual([]);
  });

  test('does not fire if the overlapped wave has exited or issued its exit, or if nothing is overlapped', () => {
    const afterExit = formOnGfx11().form([P1]).exportDone(0).exitCounted(0, 0).eventWait(1).judge();
    expect(firedRules(afterExit)).toEqual([]);
    expect(afterExit.armed['ORD-06']).toBe(2);
    expect(firedRules(formOnGfx11().exportDone(0).form([P1]).eventWait(1).judge())).toEqual([]);
    expect(firedRules(formOnGfx11().form([ELSEWHERE]).eventWait(1).judge())).toEqual([]);
  });

  test('ignores an event wait that does not wait, which is a program bug', () => {
    const stream = formOnGfx11().form([P1]).eventWait(1, undefined, 1);
    expect(firedRules(stream.judge())).not.toContain('ORD-06');
  });

  test('fires when an exit is counted before the export with done, or twice', () => {
    const early = formOnGfx11().export(0, { done: false }).exitCounted(0, 0);
    expect(firedRules(early.judge())).toEqual(['ORD-06']);
    const twice = formOnGfx11().exportDone(0).exitCounted(0, 0).exitCounted(0, 0);
    expect(firedRules(twice.judge())).toEqual(['ORD-06']);
  });

  test('treats the end of a wave without exports as its exit, and allows exits in any order', () => {
    expect(firedRules(formOnGfx11().end(0).exitCounted(0, 0).judge())).not.toContain('ORD-06');
    const younger = formOnGfx11().form([ELSEWHERE]).exportDone(1).exitCounted(1, 1);
    expect(firedRules(younger.judge())).toEqual([]);
  });
});
