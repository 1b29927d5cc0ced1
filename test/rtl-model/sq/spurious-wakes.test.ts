import { buildScene, getTransactions } from '../support/run-program.js';

it("a spurious wake ends a sleep after the wake latency, regardless of the sleep's duration (U8)", () => {
  const recordWakes = (spuriousWakes: number) => {
    const freedoms = { spuriousWakes, wakeLatency: [5, 5] } as const;
    const scene = buildScene('s_sleep 8\n s_endpgm', { freedoms });
    expect(getTransactions(scene, 'quiesced')[0]!.waiting).toEqual([]);
    const [slept] = getTransactions(scene, 'slept');
    return getTransactions(scene, 'woken').map(({ by, cycle }) => ({ by, after: cycle - slept!.cycle }));
  };
  expect(recordWakes(0)).toEqual([{ by: 'time', after: 8 * 64 }]);
  expect(recordWakes(100)).toEqual([{ by: 'exit', after: 5 }]);
});

it.each([
  ['lasts its full duration while the other ninety-nine are cut short', 99, 'time'],
  ['is cut short while the other ninety-nine last their full duration', 1, 'exit'],
])('one sleep in a hundred %s (U8)', (_, spuriousWakes, rare) => {
  const scene = buildScene(`${'s_sleep 1\n'.repeat(1000)}s_endpgm`, { freedoms: { spuriousWakes } });
  const rareCount = getTransactions(scene, 'woken').filter(({ by }) => by === rare).length;
  expect(rareCount).toBeGreaterThan(0);
  expect(rareCount).toBeLessThan(30);
});

it('no sleep lasts its full duration if all sleeps are cut short (U8)', () => {
  const scene = buildScene(`${'s_sleep 1\n'.repeat(1000)}s_endpgm`, { freedoms: { spuriousWakes: 100 } });
  expect(getTransactions(scene, 'woken').filter(({ by }) => by === 'time')).toEqual([]);
});

it('spurious wakes are random even under fixed priorities, so no polling wave is woken every time (U8)', () => {
  const scene = {
    ...buildScene(`${'s_sleep 1\n'.repeat(400)}s_endpgm`, { freedoms: { spuriousWakes: 50 } }),
    schedule: { strategy: 'pct', seed: '0x1', depth: 1, steps: 1000 } as const,
  };
  const wakes = getTransactions(scene, 'woken').map(({ by }) => by);
  expect(wakes.filter((by) => by === 'time').length).toBeGreaterThan(100);
  expect(wakes.filter((by) => by === 'exit').length).toBeGreaterThan(100);
});
