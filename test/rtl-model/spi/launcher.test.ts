import { expect, it } from 'vitest';
import { heard, programScene } from '../support/run-program.js';

it('knows the waves that hold slots at rest, and none once all have ended', () => {
  const waitingOf = (source: string) => heard(programScene(source, { draws: 2 }), 'quiesced')[0]!.waiting;
  expect(waitingOf('s_endpgm')).toEqual([]);
  const halted = waitingOf('s_nop 0');
  expect(halted.map(({ unit, cause }) => [unit, cause.on])).toEqual([
    ['wave', 'halted'],
    ['wave', 'halted'],
  ]);
  expect(halted.map(({ index }) => index).sort()).toEqual([0, 1]);
});

it('reports the request of each wave once, no later than its launch', () => {
  const scene = programScene('s_endpgm', { draws: 3 });
  const requests = heard(scene, 'launch-requested');
  const launches = heard(scene, 'wave-launched');
  expect(requests.map(({ wave }) => wave)).toEqual([0, 1, 2]);
  for (const [at, { wave, cycle }] of launches.entries()) {
    expect(wave).toBe(at);
    expect(cycle).toBeGreaterThanOrEqual(requests[at].cycle);
  }
});
