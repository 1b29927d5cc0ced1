import { runScenario } from '../../../rtl-model/index.js';
import type { KnobValues, Scenario } from '../../../transactions/index.js';
import { setting } from '../../../transactions/index.js';
import { buildScene, getFinalWords, getTransactions } from '../support/run-program.js';

/** Sets s[0:3] to a raw buffer over the scene's memory, and v0 to the byte offset of each lane's word. */
const SETUP = `
  s_mov_b32 s0, 0x100000
  s_mov_b32 s1, 0
  s_movk_i32 s2, 0x100
  s_mov_b32 s3, 0x31016fac
  v_mbcnt_lo_u32_b32 v0, -1, 0
  v_mbcnt_hi_u32_b32 v0, -1, v0
  v_lshlrev_b32_e32 v0, 2, v0
`;
const LOAD = '  buffer_load_dword v1, v0, s[0:3], 0 offen\n';
const STORE = '  buffer_store_dword v0, v0, s[0:3], 0 offen\n';
const END = '  s_waitcnt vmcnt(0)\n  s_waitcnt_vscnt null, 0x0\n  s_endpgm\n';

function makeScene(body: string, freedoms: Partial<KnobValues> = {}): Scenario {
  return buildScene(SETUP + body + END, { freedoms });
}

describe('a vector access', () => {
  it('waits for a return when its counter reaches the maximum of 63', () => {
    const scene = makeScene(LOAD.repeat(80), { loadLatency: [2000, 2000], taQueue: 64 });
    let outstanding = 0;
    let maxOutstanding = 0;
    runScenario(scene, (t) => {
      if (t.kind === 'memory-issued') outstanding++;
      if (t.kind === 'memory-returned') outstanding--;
      maxOutstanding = Math.max(maxOutstanding, outstanding);
    });
    expect(maxOutstanding).toBe(63);
  });

  it('waits for room in the queue of its address unit, which takes one cycle per line', () => {
    const narrowScene = makeScene(LOAD.repeat(6), { taQueue: 1, issueGap: [1, 1] });
    const cycles = getTransactions(narrowScene, 'memory-issued').map(({ cycle }) => cycle);
    for (let i = 1; i < cycles.length; i++) expect(cycles[i]! - cycles[i - 1]!).toBeGreaterThanOrEqual(2);
    const wideScene = makeScene(LOAD.repeat(6), { taQueue: 64, issueGap: [1, 1] });
    const wideCycles = getTransactions(wideScene, 'memory-issued').map(({ cycle }) => cycle);
    expect(wideCycles.at(-1)! - wideCycles[0]!).toBeLessThan(cycles.at(-1)! - cycles[0]!);
  });

  it('does not wait for GL2 channels if L0 serves it', () => {
    const freedoms = { caches: setting('caches', 'stale'), l0Latency: [10, 10], issueGap: [1, 1] } as const;
    const scene = makeScene(`${LOAD}  s_waitcnt vmcnt(0)\n${LOAD}`, freedoms);
    const [, { cycle, left }] = getTransactions(scene, 'memory-issued');
    const [, performed] = getTransactions(scene, 'memory-performed');
    expect([left, performed.cycle]).toEqual([cycle + 2, cycle + 2 + 10]);
  });

  it('is served faster the second time, from L0, if caches keep lines', () => {
    const scene = makeScene(`${LOAD}  s_waitcnt vmcnt(0)\n${LOAD}`, { caches: setting('caches', 'stale') });
    expect(getTransactions(scene, 'memory-performed').map(({ level }) => level)).toEqual(['L2', 'L0']);
    const issued = getTransactions(scene, 'memory-issued').map(({ cycle }) => cycle);
    const [first, second] = getTransactions(scene, 'memory-performed').map(
      ({ cycle }, i) => cycle - issued[i]!,
    );
    expect(second).toBeLessThan(first!);
    expect(getTransactions(scene, 'line-filled').filter(({ cache }) => cache === 'L0')).toHaveLength(2);
  });

  it('halts its wave and reports the reason if it is a misaligned atomic', () => {
    // The second atomic follows a load from the same object, and its lanes are two bytes apart, all inside the object.
    const second = `${LOAD}  s_waitcnt vmcnt(0)\n  v_lshrrev_b32_e32 v0, 1, v0\n`;
    for (const [before, pc] of [
      ['  v_or_b32_e32 v0, 2, v0\n', '0x30'],
      [second, '0x3c'],
    ]) {
      const scene = makeScene(`${before}  buffer_atomic_add v0, v0, s[0:3], 0 offen\n`);
      const reason = `misaligned 4-byte atomic (access at pc ${pc})`;
      expect(getTransactions(scene, 'wave-ended')).toMatchObject([{ by: 'halt', reason }]);
    }
  });
});

it('a store that may complete in L0 is reported there first, and again once L2 has it', () => {
  const scene = makeScene(STORE, { caches: setting('caches', 'stale') });
  expect(getTransactions(scene, 'memory-performed').map(({ level }) => level)).toEqual(['L0', 'L2']);
  expect(getFinalWords(scene)).toEqual(Array.from({ length: 64 }, (_, lane) => lane * 4));
});

describe('a store that is written through to L2', () => {
  const THROUGH_STORE = STORE.replace('offen', 'offen glc slc');
  const getEvictions = (body: string) =>
    getTransactions(makeScene(body, { caches: setting('caches', 'stale') }), 'line-invalidated').filter(
      ({ by }) => by === 'store',
    );

  it('evicts its lines from the caches that hold them', () => {
    expect(getEvictions(`${LOAD}  s_waitcnt vmcnt(0)\n${THROUGH_STORE}`).map(({ cache }) => cache)).toContain(
      'L0',
    );
  });

  it('evicts nothing if no cache holds its lines', () => {
    expect(getEvictions(THROUGH_STORE)).toEqual([]);
  });
});

describe('a failed translation', () => {
  it('is retried, delaying the access', () => {
    const scene = makeScene(STORE, { xnackRate: 100, xnackLatency: [3000, 3000], storeLatency: [2, 2] });
    expect(getTransactions(scene, 'translation-failed')).toMatchObject([{ action: 'replay' }]);
    const [issued] = getTransactions(scene, 'memory-issued');
    const [performed] = getTransactions(scene, 'memory-performed');
    expect(performed!.cycle - issued!.cycle).toBeGreaterThanOrEqual(3000);
    expect(getFinalWords(scene)[5]).toBe(20);
  });
});
