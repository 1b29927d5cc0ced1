import { describe, expect, it } from 'vitest';
import { type Background, FIRST_BACKGROUND_WAVE } from '../../../transactions/index.js';
import { at, collectHits, onChip } from '../support/stream.js';

const baseScenario = onChip('navi10', 64, { waveSlots: 4 });
const formed = (wave: number, cycle = 0) => at('wave-formed', { wave, cycle });
const launched = (wave: number, cycle = 0) => at('wave-launched', { wave, cycle });
const released = (wave: number) => at('resource-released', { wave });

describe('occupancy covergroup', () => {
  it('counts the slots in use at each launch', () => {
    const hits = collectHits('occupancy', baseScenario, [
      ...[0, 1, 2, 3].flatMap((wave) => [formed(wave), launched(wave)]),
      released(1),
      released(2),
      formed(4),
      launched(4),
    ]);
    expect(hits.level).toEqual({ alone: 1, 'first half': 1, 'second half': 2, 'last slot': 1 });
    expect(hits.trend).toEqual({ 'first half => second half': 1 });
  });

  it('counts waiting waves, refusals, and the time from formation to launch', () => {
    const hits = collectHits('occupancy', baseScenario, [
      formed(0, 5),
      formed(1, 6),
      formed(2, 7),
      at('launch-refused', { wave: 0 }),
      launched(0, 100),
    ]);
    expect(hits).toMatchObject({
      queued: { '1-3': 1 },
      refused: { 'wave-slot': 1 },
      latency: { '64-255': 1 },
      'level x queued': { 'alone x 1-3': 1 },
    });
  });

  it('distinguishes lone, in-order and overtaking loads', () => {
    const load = (wave: number, cycle: number, loadCycles: number, controller: number) =>
      at('wave-launched', { wave, cycle, loadCycles, controller });
    const hits = collectHits('occupancy', baseScenario, [
      ...[0, 1, 2, 3].map((wave) => formed(wave)),
      load(0, 10, 8, 0),
      load(1, 11, 2, 1),
      load(2, 30, 2, 0),
      load(3, 31, 2, 1),
    ]);
    expect(hits).toMatchObject({
      turn: { alone: 2, overtakes: 1, 'in order': 1 },
      controller: { first: 2, second: 2 },
    });
  });

  it('counts the slots and loads of background waves', () => {
    const background = FIRST_BACKGROUND_WAVE;
    const scenario = { ...baseScenario, background: { works: [] } as unknown as Background };
    const hits = collectHits('occupancy', scenario, [
      at('background-allocated', { wave: background }),
      at('background-launched', { wave: background, cycle: 10, controller: 0, loadCycles: 8 }),
      formed(0),
      launched(0, 11),
      at('background-released', { wave: background }),
      formed(1),
      launched(1, 40),
    ]);
    expect(hits).toMatchObject({ level: { 'first half': 2 }, turn: { overtakes: 1, alone: 1 } });
  });

  it('tracks the longest load in progress', () => {
    const load = (wave: number, cycle: number, loadCycles: number) =>
      at('wave-launched', { wave, cycle, loadCycles });
    const hits = collectHits('occupancy', baseScenario, [
      ...[0, 1, 2].map((wave) => formed(wave)),
      load(0, 10, 20),
      load(1, 11, 2),
      load(2, 14, 2),
    ]);
    expect(hits.turn).toEqual({ alone: 1, overtakes: 2 });
  });
});
