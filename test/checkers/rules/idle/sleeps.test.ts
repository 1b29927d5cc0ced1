import { setting } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

/** The location and duration of the sleep in the scene's GFX10.3 program. */
const SLEEP = { pc: 56, duration: 8128 };

/**
 * Returns whether IDLE-01 fires if wave 1 goes to sleep in cycle 100 and wakes up as `wakeUp` specifies. If `exit` is
 * given, an exit becomes visible in cycle `exit`.
 */
function fires(
  wakeUp: { readonly cycle: number; readonly by: 'exit' | 'time' },
  { exit, freedoms = {} }: { readonly exit?: number; readonly freedoms?: object } = {},
): boolean {
  const stream = new Stream(scene({ freedoms: { wakeLatency: [4, 12], ...freedoms } }))
    .form([{ x: 0, y: 0, primitive: 0 }])
    .form([{ x: 8, y: 8, primitive: 1 }], { id: 1 });
  stream.add({ kind: 'exiting-id-visible', cycle: 60, packer: 0, id: 0 });
  stream.add({ kind: 'slept', cycle: 100, wave: 1, ...SLEEP });
  if (exit !== undefined) stream.add({ kind: 'exiting-id-visible', cycle: exit, packer: 0, id: 1 });
  stream.add({ kind: 'woken', wave: 1, ...wakeUp });
  return listFiredRules(stream.judge()).includes('IDLE-01');
}

test('an uninterrupted sleep lasts its full duration', () => {
  const firesIfWokenAt = (cycle: number): boolean => fires({ cycle, by: 'time' });
  expect([firesIfWokenAt(99 + SLEEP.duration), firesIfWokenAt(100 + SLEEP.duration)]).toEqual([true, false]);
});

test('a wave wakes only after an exit and the wake latency, unless wake-ups may be spurious', () => {
  const firesIfWokenAt = (cycle: number): boolean => fires({ cycle, by: 'exit' }, { exit: 200 });
  expect([firesIfWokenAt(203), firesIfWokenAt(204)]).toEqual([true, false]);
  expect(fires({ cycle: 204, by: 'exit' })).toBe(true);
  expect(fires({ cycle: 204, by: 'exit' }, { freedoms: { spuriousWakes: 10 } })).toBe(false);
});

test('no wave stays asleep if an exit wakes all waves on its packer', () => {
  const firesIfStillAsleep = (wakeAll: 'in-turn' | 'packer'): boolean =>
    fires(
      { cycle: 100 + SLEEP.duration, by: 'time' },
      { exit: 200, freedoms: { wakeAll: setting('wakeAll', wakeAll) } },
    );
  expect([firesIfStillAsleep('in-turn'), firesIfStillAsleep('packer')]).toEqual([false, true]);
});
