import { createCollector } from '../../../coverage/index.js';
import { SMALL_HOLDINGS } from '../../checkers/support/launches.js';
import { createGroupedScene } from '../../support/background-scene.js';
import { at, collectHits } from '../support/stream.js';

const FIRST = 2 ** 24;
const scenario = createGroupedScene('navi21', { mode: 'wgp' });
const launchWave = (index: number, simd: number) => [
  at('background-formed', { wave: FIRST + index, source: 'compute', work: 0, group: 0, place: index }),
  at('background-allocated', { wave: FIRST + index, slot: 0, simd, holds: SMALL_HOLDINGS }),
  at('background-launched', { wave: FIRST + index, source: 'compute', controller: 0, loadCycles: 3 }),
];
const refused = at('background-refused', { wave: FIRST, source: 'compute', resource: 'barrier' });

describe('background covergroup', () => {
  it('counts missing resources, where groups run, and concurrent pixel waves', () => {
    const [formed, ...rest] = launchWave(0, 6);
    const hits = collectHits('background', scenario, [formed, refused, ...rest, ...launchWave(1, 5)]);
    expect(hits).toMatchObject({
      source: { compute: 2 },
      refused: { barrier: 2 },
      mode: { WGP: 2 },
      waves: { '2': 2 },
      simd: { second: 1, third: 1 },
      pixels: { '0': 2 },
      'source x refused': { 'compute x barrier': 2 },
    });
  });

  it('counts a refusal only for the group that was refused', () => {
    const otherGroup = [
      at('background-formed', { wave: FIRST + 2, source: 'compute', work: 0, group: 1, place: 0 }),
      at('background-launched', { wave: FIRST + 2, source: 'compute', controller: 0, loadCycles: 3 }),
    ];
    const [formed, ...rest] = launchWave(0, 6);
    expect(collectHits('background', scenario, [formed, refused, ...rest, ...otherGroup]).refused).toEqual({
      nothing: 1,
      barrier: 1,
    });
  });

  it('counts pixel waves that fitted while other work was chosen, and the processor of each wave', () => {
    const pixelWave = (wave: number) => at('wave-launched', { wave, slot: wave, simd: 0 });
    const hits = collectHits('background', scenario, [
      ...[0, 1].map((wave) => at('launch-requested', { wave })),
      ...launchWave(0, 5),
      at('launch-refused', { wave: 1, resource: 'vgpr' }),
      at('launch-requested', { wave: 2 }),
      ...[0, 1, 2].map(pixelWave),
    ]);
    // Wave 1 was refused, and wave 2 came after the group.
    expect(hits).toMatchObject({ passed: { 'by compute': 1 }, 'source x wgp': { 'compute x wgp[1]': 1 } });
  });

  it('allocates no rows for background waves', () => {
    const collector = createCollector('run');
    collector.begin(scenario, 'test', 0);
    // Allocating a row for such a wave number would exhaust memory.
    expect(() => {
      collector.observe(at('overlap', { wave: FIRST, overlapped: new Int32Array(), count: 0, exact: true }));
      collector.observe(at('resource-released', { wave: FIRST, slot: 0 }));
    }).not.toThrow();
    collector.end(true);
  });
});
