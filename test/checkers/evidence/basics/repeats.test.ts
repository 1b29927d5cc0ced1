import { Dispatcher } from '../../../../checkers/evidence/basics/dispatch.js';
import { type Handlers, mergeHandlers } from '../../../../checkers/evidence/basics/handlers.js';
import { setUserRules } from '../../../../checkers/rules.js';
import { buildLoopScenario } from '../../../../tools/bench/loop-scenario.js';
import type { RuleDefinition, Transaction } from '../../../../transactions/index.js';
import { checkRun } from '../../support/checked-run.js';

const createRun = (first: number, cycle = 7): Transaction => ({
  kind: 'instructions-issued',
  cycle,
  wave: 3,
  first,
  last: 40,
});
const SLEEP: Transaction = { kind: 'slept', cycle: 8, wave: 3, pc: 44, duration: 64 };

/**
 * Creates handlers that record what they receive. They accept repeated instruction runs as a count if `acceptsCounts`
 * is set, and otherwise one by one.
 */
function createRecordingHandlers(events: string[], acceptsCounts: boolean): Handlers {
  return {
    'instructions-issued': ({ first, cycle }) => events.push(`${first} at ${cycle}`),
    slept: () => events.push('slept'),
    ...(acceptsCounts && {
      'instructions-repeated': ({ first, cycle }, times) =>
        events.push(`${times} more of ${first} at ${cycle}`),
    }),
  };
}

describe('a loop with four iterations in one cycle', () => {
  const stream = [
    createRun(0),
    createRun(8),
    createRun(8),
    createRun(8),
    createRun(8),
    SLEEP,
    createRun(8),
    createRun(8, 9),
  ];

  it('is sent once, then as a count of repeats before the next transaction', () => {
    for (const wrap of [
      (handlers: Handlers) => handlers,
      (handlers: Handlers) => mergeHandlers([handlers, {}]),
    ]) {
      const events: string[] = [];
      const dispatch = new Dispatcher([wrap(createRecordingHandlers(events, true))]);
      for (const transaction of stream) dispatch.send(transaction);
      dispatch.end();
      const expected = ['0 at 7', '8 at 7', '3 more of 8 at 7', 'slept', '8 at 7', '8 at 9'];
      expect(events).toEqual(expected);
    }
  });

  it('is flushed if the stream ends inside the loop', () => {
    const events: string[] = [];
    const dispatch = new Dispatcher([createRecordingHandlers(events, true)]);
    for (let i = 0; i < 4; i++) dispatch.send(createRun(8));
    dispatch.end();
    expect(events).toEqual(['8 at 7', '3 more of 8 at 7']);
  });

  it('is sent one run at a time if any handler does not accept counts, merged or not', () => {
    const singleRuns = ['0 at 7', '8 at 7', '8 at 7', '8 at 7', '8 at 7', 'slept', '8 at 7', '8 at 9'];
    for (const combine of [
      (counting: Handlers, listing: Handlers) => [counting, listing],
      (counting: Handlers, listing: Handlers) => [mergeHandlers([counting, listing])],
    ]) {
      const [counting, listing]: [string[], string[]] = [[], []];
      const dispatch = new Dispatcher(
        combine(createRecordingHandlers(counting, true), createRecordingHandlers(listing, false)),
      );
      for (const transaction of stream) dispatch.send(transaction);
      dispatch.end();
      expect([counting, listing]).toEqual([singleRuns, singleRuns]);
    }
  });
});

/** Returns a program that runs a loop while a load is outstanding. `body` may use the loaded word too early. */
const createLoop = (body: string): string => `
  s_mov_b32 s6, 0x100000
  s_mov_b32 s7, 0
  s_movk_i32 s4, 3
outer:
  s_load_dword s5, s[6:7], 0x0
  s_movk_i32 s3, 90
inner:
  ${body}
  s_sub_u32 s3, s3, 1
  s_cmp_lg_u32 s3, 0
  s_cbranch_scc1 inner
  s_waitcnt lgkmcnt(0)
  s_sub_u32 s4, s4, 1
  s_cmp_lg_u32 s4, 0
  s_cbranch_scc1 outer
  exp null off, off, off, off done vm
  s_endpgm`;

/**
 * Returns the scoreboards' verdict on a stream with loops. Repeated instruction runs are sent as counts unless
 * `sendsOneByOne` adds a user-defined rule that needs each of them.
 */
function getVerdict(source: string, alter: (t: Transaction) => Transaction, sendsOneByOne: boolean): object {
  const listener: RuleDefinition = {
    id: 'user.listener',
    text: 'Nothing.',
    create: () => ({ on: { 'instructions-issued': () => undefined } }),
  };
  setUserRules(sendsOneByOne ? [listener] : []);
  try {
    const { armed, ...verdict } = checkRun(buildLoopScenario(source), alter);
    const { 'user.listener': _, ...otherCounts } = armed;
    return {
      ...verdict,
      unchecked: verdict.unchecked.filter(({ rule }) => rule !== 'user.listener'),
      armed: otherCounts,
    };
  } finally {
    setUserRules([]);
  }
}

const keepUnchanged = (t: Transaction): Transaction => t;
/** Shortens each iteration so that it seems to end before its branch. */
const dropBranch = (t: Transaction): Transaction =>
  t.kind === 'instructions-issued' && t.last - t.first === 16 ? { ...t, last: t.last - 4 } : t;

describe.each([
  ['a loop', 's_add_u32 s2, s2, s3', keepUnchanged, {}],
  [
    'a loop that reads the register of an outstanding load',
    's_add_u32 s2, s2, s5',
    keepUnchanged,
    { 'RACE-02': expect.any(Number) },
  ],
  ['a misreported loop', 's_add_u32 s2, s2, s3\n  s_nop 3', dropBranch, { 'PROTO-10': expect.any(Number) }],
])('%s', (_, body, alter, fired) => {
  it('gets the same verdict whether repeated instruction runs are counted or sent one by one', () => {
    const counted = getVerdict(createLoop(body), alter, false);
    expect(counted).toEqual(getVerdict(createLoop(body), alter, true));
    expect(counted).toMatchObject({ fired });
  });
});
