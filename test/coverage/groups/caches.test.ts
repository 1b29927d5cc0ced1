import { defaultKnobs, type Scenario, setting, type Transaction } from '../../../transactions/index.js';
import { createSmallScenario } from '../../transactions/support/scenarios.js';
import { at, collectHits, onChip } from '../support/stream.js';

const scenario = createSmallScenario({ chip: 'navi21' });
const load = at('memory-issued', { addresses: new Float64Array(64).fill(scenario.memory[0]!.address) });
const fault = (action: 'replay' | 'trap' | 'halt') => at('translation-failed', { pc: 0, access: 0, action });

const getHits = (...stream: Transaction[]) =>
  collectHits('translation', scenario, [at('wave-formed'), ...stream]);

describe('translation covergroup', () => {
  it('distinguishes failures before the section, inside it, and after the exit', () => {
    const { place } = getHits(fault('replay'), load, fault('replay'), at('message-sent'), fault('trap'));
    expect(place).toEqual({ 'ahead of the section': 1, 'in the section': 1, 'after the exit': 1 });
  });

  it('crosses actions with places, and ignores halts', () => {
    expect(getHits(load, fault('trap'))).toMatchObject({
      'action x place': { 'trap x in the section': 1 },
      'generation x action': { 'gfx10.3 x trap': 1 },
    });
    expect(getHits(fault('halt'))['action x place']).toBeUndefined();
  });

  it('does not record where failures occur in draws without an interlock', () => {
    const draws = scenario.draws.map((draw) => ({ ...draw, interlock: 'none' as const }));
    const unorderedHits = collectHits('translation', { ...scenario, draws }, [
      at('wave-formed'),
      fault('replay'),
    ]);
    expect(unorderedHits).toMatchObject({ action: { replay: 1 } });
    expect(unorderedHits.place).toBeUndefined();
  });
});

const withStaleCaches = (scenario: Scenario): Scenario => ({
  ...scenario,
  freedoms: { ...defaultKnobs(), caches: setting('caches', 'stale') },
});
const DATA = new Int32Array(64);
const ORDERED = new Float64Array(64).fill(createSmallScenario().memory[0]!.address);

describe('cache-levels covergroup', () => {
  const stream = [
    at('wave-formed'),
    at('memory-issued', { operation: 'store' }),
    at('memory-performed', { access: 0, level: 'L0', data: DATA }),
    at('memory-performed', { access: 0, level: 'L2', data: DATA }),
  ];

  it('counts the level at which an access is first performed', () => {
    const hits = collectHits('cache-levels', withStaleCaches(onChip('navi21', 32)), stream);
    expect(hits).toMatchObject({ level: { L0: 1 }, 'generation x level': { 'gfx10.3 x L0': 1 } });
  });

  it.each(['L0', 'GL1', 'L2'] as const)(
    "records that %s served a wave's first ordered read, ignoring later reads",
    (level) => {
      const load = (access: number, servedBy: 'L0' | 'GL1' | 'L2') => [
        at('memory-issued', { access, addresses: ORDERED }),
        at('memory-performed', { access, level: servedBy, data: DATA }),
      ];
      const scenario = withStaleCaches(onChip('navi21', 32));
      const stream = [at('wave-formed'), ...load(0, level), ...load(1, 'L2'), ...load(2, 'L0')];
      const hits = collectHits('cache-levels', scenario, stream);
      expect(hits.first).toEqual({ [level]: 1 });
      expect(hits['generation x first']).toEqual({ [`gfx10.3 x ${level}`]: 1 });
    },
  );

  it('counts the first read, even after a store', () => {
    const hits = collectHits('cache-levels', withStaleCaches(onChip('navi21', 32)), [
      at('wave-formed'),
      at('memory-issued', { access: 0, operation: 'store', addresses: ORDERED }),
      at('memory-issued', { access: 1, addresses: ORDERED }),
      at('memory-performed', { access: 1, level: 'L2', data: DATA }),
    ]);
    expect(hits.first).toEqual({ L2: 1 });
  });

  it('counts nothing when caches are coherent', () => {
    expect(collectHits('cache-levels', onChip('navi21', 32), stream)).toEqual({});
  });
});

it('cache-lines covergroup counts the cause of each line invalidation', () => {
  const invalidation = { cache: 'GL1', index: 0, address: 0, by: 'bypass' } as const;
  const hits = collectHits('cache-lines', onChip('navi21', 32), [at('line-invalidated', invalidation)]);
  expect(hits).toMatchObject({ 'cache x cause': { 'GL1 x bypass': 1 } });
});

describe('placement covergroup', () => {
  const collectLaunchHits = (first: number, second: number, releases = false) =>
    collectHits('placement', onChip('navi21', 32), [
      at('wave-formed'),
      at('wave-launched', { simd: first }),
      ...(releases ? [at('resource-released')] : []),
      at('wave-formed', { wave: 1 }),
      at('overlap', { wave: 1, overlapped: Int32Array.of(0), count: 1 }),
      at('wave-launched', { wave: 1, simd: second }),
    ]);

  it('records which hardware a wave shares with the wave that it overlaps', () => {
    expect(collectLaunchHits(1, 1).distance).toEqual({ 'same SIMD': 1 });
    expect(collectLaunchHits(1, 0).distance).toEqual({ 'paired sequencer': 1 });
    expect(collectLaunchHits(1, 2).distance).toEqual({ 'same work-group processor': 1 });
    expect(collectLaunchHits(1, 5)['generation x distance']).toEqual({
      'gfx10.3 x other work-group processor': 1,
    });
  });

  it("counts where each packer's waves run", () => {
    expect(collectLaunchHits(1, 6)['packer x simd x wgp']).toEqual({
      'packer[0] x simd[1] x wgp[0]': 1,
      'packer[0] x simd[2] x wgp[1]': 1,
    });
  });

  it('uses the newest overlapped wave, regardless of the order in which waves are listed', () => {
    const hits = collectHits('placement', onChip('navi21', 32), [
      ...[0, 1].flatMap((wave) => [
        at('wave-formed', { wave }),
        at('wave-launched', { wave, simd: wave * 9 }),
      ]),
      at('overlap', { wave: 2, overlapped: Int32Array.of(1, 0), count: 2 }),
      at('wave-formed', { wave: 2 }),
      at('wave-launched', { wave: 2, simd: 9 }),
    ]);
    expect(hits.distance).toEqual({ 'same SIMD': 1 });
  });

  it('counts no distance once the overlapped wave has released its slot', () => {
    expect(collectLaunchHits(1, 1, true).distance).toBeUndefined();
  });
});
