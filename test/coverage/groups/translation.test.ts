import { createGroupedScene } from '../../support/background-scene.js';
import { at, collectHits } from '../support/stream.js';

it('counts failed translations by access and by source of the wave', () => {
  const fail = (wave: number, space: 'scalar' | 'buffer', operation: 'load' | 'store' | 'atomic') => [
    at('memory-issued', { wave, space, operation }),
    at('translation-failed', { wave, pc: 0, access: 0, action: 'replay' }),
  ];
  const hits = collectHits('translation', createGroupedScene('navi21', { mode: 'wgp' }), [
    at('background-formed', { wave: 2 ** 24, source: 'compute', work: 0, group: 0, place: 0 }),
    ...fail(0, 'scalar', 'load'),
    ...fail(0, 'buffer', 'load'),
    ...fail(2 ** 24, 'buffer', 'atomic'),
  ]);
  expect(hits.access).toEqual({ 'pixel scalar load': 1, 'pixel load': 1, 'compute atomic': 1 });
});
