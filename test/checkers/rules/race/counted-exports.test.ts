import { assembleProgram } from '../../../../arch/index.js';
import type { Scenario } from '../../../../transactions/index.js';
import { EMPTY_EXPORT } from '../../support/empty-export.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';
import { QUAD } from './support/loads.js';

const PROGRAM = `
  s_waitcnt expcnt(0)
  s_endpgm`;

/** Creates a scene in which data takes at least 20 cycles to leave or to reach the registers. */
function makeStream(schedule: Scenario['schedule'] = { strategy: 'random', seed: '0x1' }): Stream {
  const base = scene({ chip: 'navi31', freedoms: { exportLatency: [20, 30], ldsLatency: [20, 30] } });
  const program = { name: 'wait', words: assembleProgram(PROGRAM, 'gfx11'), arguments: [], inputs: [] };
  return new Stream({ ...base, schedule, programs: [program] }).form([QUAD]);
}

const ORDER = { strategy: 'order', choices: [] } as const;
const place = { wave: 0, pc: 4 } as const;

function exportOnce(stream: Stream): void {
  const { cycle } = stream;
  stream.add({ kind: 'export-requested', cycle: cycle + 1, ...place, type: 'colour', index: 0 });
  stream.add({
    kind: 'export-granted',
    cycle: cycle + 2,
    ...place,
    type: 'colour',
    index: 0,
    ...EMPTY_EXPORT,
  });
}

function loadOnce(stream: Stream): void {
  const asked = stream.cycle + 1;
  stream.add({ kind: 'direct-read-served', cycle: asked + 1, ...place, asked, banks: 1 });
}

describe('RACE-06', () => {
  it.each([
    ['exports', 7, [exportOnce]],
    ['loads of parameters', 7, [loadOnce]],
    ['exports and loads', 7, [exportOnce, loadOnce]],
  ] as const)(
    'counts %s until their data can have left or arrived, and fires for number 8',
    (_, limit, kinds) => {
      const fire = (count: number, pause = 0, schedule?: Scenario['schedule']): boolean => {
        const stream = makeStream(schedule);
        for (let i = 0; i < count; i++) {
          if (i === limit) stream.cycle += pause;
          kinds[i % kinds.length]!(stream);
        }
        return listFiredRules(stream.judge()).includes('RACE-06');
      };
      expect([limit, limit + 1].map((count) => fire(count))).toEqual([false, true]);
      expect(fire(limit + 1, 20)).toBe(false);
      expect(fire(limit + 1, 0, ORDER)).toBe(false);
    },
  );
});

describe('RACE-12', () => {
  it.each([
    ['has just left the bus', exportOnce, 1, true],
    ['may have left', exportOnce, 21, false],
    ['has just been read', loadOnce, 1, true],
    ['may have arrived', loadOnce, 21, false],
  ] as const)('judges a wait for data that %s', (_, issue, cycles, fires) => {
    const stream = makeStream();
    issue(stream);
    stream.cycle += cycles - 1;
    stream.endWait(0, 0);
    expect(listFiredRules(stream.judge()).includes('RACE-12')).toBe(fires);
  });

  it('fires for a wait that ended before the parameter was read, and not for one before the load', () => {
    const judgeWaitAt = (cycle: number): boolean => {
      const stream = makeStream();
      stream.cycle = cycle - 1;
      stream.endWait(0, 0).add({ kind: 'direct-read-served', cycle: 30, ...place, asked: 20, banks: 1 });
      return listFiredRules(stream.judge()).includes('RACE-12');
    };
    expect([25, 20].map(judgeWaitAt)).toEqual([true, false]);
  });
});
