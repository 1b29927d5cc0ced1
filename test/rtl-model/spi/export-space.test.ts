import { buildScene, getTransactions } from '../support/run-program.js';

it('reclaims export space that is granted after the wave has ended', () => {
  const scene = buildScene('s_endpgm', {
    draws: 20,
    freedoms: { exportSpace: 2, exportAllocLatency: [50, 50], launchLatency: [1, 1] },
  });
  const waves = getTransactions(scene, 'wave-launched').map(({ wave }) => wave);
  expect(waves).toHaveLength(20);
  expect(getTransactions(scene, 'sx-alloc').map(({ wave }) => wave)).toEqual(waves);
  expect(getTransactions(scene, 'sx-freed').map(({ wave }) => wave)).toEqual(waves);
});
