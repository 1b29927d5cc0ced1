import { assembleProgram } from '../../../arch/index.js';
import { runScenario } from '../../../rtl-model/index.js';
import { type Scenario, setting, type Transaction } from '../../../transactions/index.js';
import { checkRun } from '../../checkers/support/checked-run.js';
import { createGdsScene, GDS_OFFSET } from '../../support/background-scene.js';
import { buildScene, getFinalWords, getTransactions } from '../support/run-program.js';

const GROUPS = 3;
const COUNTERS = 8;

function collectTransactions(scenario: Scenario): Transaction[] {
  const transactions: Transaction[] = [];
  runScenario(scenario, (t) => {
    transactions.push(t.kind === 'gds-dumped' ? { ...t, words: t.words.slice() } : { ...t });
  });
  return transactions;
}

/** Computes the value that a thread of the `createGdsScene` program holds before its GDS access. */
function computeWord(globalIndex: number, threads: number): number {
  const group = Math.floor(globalIndex / threads);
  const thread = globalIndex % threads;
  const mixed = (round: number, index: number): number => {
    if (round === 0) return (Math.imul(index, 0x9e3779b1) + group) | 0;
    return (Math.imul(mixed(round - 1, index), 31) + mixed(round - 1, threads - 1 - index)) | 0;
  };
  return mixed(2, thread);
}

describe('the global data share', () => {
  it.each(['vega20', 'navi14', 'navi21', 'navi33'] as const)(
    "adds up the values of all groups and keeps each thread's half-word on %s",
    (chip) => {
      const scenario = createGdsScene(chip, { groups: GROUPS, interval: 1 });
      const dumps = collectTransactions(scenario).flatMap((t) => (t.kind === 'gds-dumped' ? [t.words] : []));
      expect(dumps).toHaveLength(1);
      const [words] = dumps;
      const threads = 2 * scenario.wave;
      const sums = new Int32Array(COUNTERS);
      const halves: number[] = [];
      for (let globalIndex = 0; globalIndex < GROUPS * threads; globalIndex++) {
        const word = computeWord(globalIndex, threads);
        sums[globalIndex % COUNTERS] += word;
        halves.push(word & 0xffff);
      }
      const first = GDS_OFFSET / 4;
      expect(words.slice(first, first + COUNTERS)).toEqual(sums);
      const halfWords = new Uint16Array(words.buffer, GDS_OFFSET + 4 * COUNTERS, halves.length);
      expect(Array.from(halfWords)).toEqual(halves);
      expect(words.length).toBe(chip === 'navi33' ? 0x400 + 24 : 0x4000);
      if (chip !== 'navi33') return;
      // Each thread adds its index to register 3 and subtracts it from register 10, a 64-bit pair.
      const sum = (GROUPS * threads * (GROUPS * threads - 1)) / 2;
      const registers = [words[0x400 + 3], words[0x400 + 12], words[0x400 + 13]];
      expect(registers).toEqual([sum, -sum, -1]);
    },
  );

  it('issues an access when the bus accepts it, and returns its data after the configured latency', () => {
    const transactions = collectTransactions(
      createGdsScene('navi21', { groups: 1 }, { gdsLatency: [300, 300] }),
    );
    const requests = transactions.filter((t) => t.kind === 'export-requested' && t.type === 'gds');
    const issued = transactions.filter((t) => t.kind === 'memory-issued' && t.space === 'gds');
    const grants = transactions.filter((t) => t.kind === 'export-granted' && t.type === 'gds');
    expect(requests.length).toBeGreaterThan(0);
    expect(issued.map(({ cycle }) => cycle)).toEqual(grants.map(({ cycle }) => cycle));
    for (const t of transactions) {
      if (t.kind !== 'memory-returned' || !issued.some((i) => 'access' in i && i.access === t.access))
        continue;
      const { cycle } = issued.find((i) => 'access' in i && i.access === t.access)!;
      expect(t.cycle - cycle).toBeGreaterThanOrEqual(300);
    }
    // Three accesses by each of two waves.
    expect(requests.length).toBe(3 * 2);
  });

  it("returns a wave's accesses in order, at most one per cycle", () => {
    const loads = Array.from({ length: 12 }, (_, i) => `ds_read_b32 v${i + 1}, v0 gds`).join('\n');
    const program = `s_mov_b32 m0, 0x100\nv_mov_b32_e32 v0, 0\n${loads}\ns_waitcnt lgkmcnt(0)\ns_endpgm`;
    const registers = { SPI_SHADER_PGM_RSRC1_PS: 4 };
    const returns = getTransactions(
      buildScene(program, { registers, freedoms: { gdsLatency: [2, 400], exportLatency: [1, 1] } }),
      'memory-returned',
    );
    expect(returns.map(({ access }) => access)).toEqual(loads.split('\n').map((_, access) => access));
    const gaps = returns.slice(1).map(({ cycle }, index) => cycle - returns[index]!.cycle);
    expect(Math.min(...gaps)).toBe(1);
  });

  it('is dumped at the end only if a program accesses it', () => {
    const countDumps = (source: string): number => getTransactions(buildScene(source), 'gds-dumped').length;
    expect(countDumps('s_endpgm')).toBe(0);
    expect(countDumps('ds_read_b32 v2, v6\ns_waitcnt lgkmcnt(0)\ns_endpgm')).toBe(0);
    expect(countDumps('s_mov_b32 m0, 0x100\nds_read_b32 v2, v6 gds\ns_waitcnt lgkmcnt(0)\ns_endpgm')).toBe(1);
  });

  it.each([
    ['M0', 'as it was when the instruction issued', 's_mov_b32 m0, 0', 15, 28],
    ['EXEC', 'as it is at the bus transfer', 's_mov_b64 exec, 3', 3, 14],
  ])('uses %s %s', (_, _when, change, lanes, sum) => {
    const source = `
  s_mov_b32 m0, 0x100
  v_mov_b32_e32 v6, 4
  v_mov_b32_e32 v5, 7
  s_mov_b64 exec, 15
  ds_add_u32 v6, v5 gds
  ${change}
  s_waitcnt expcnt(0)
  s_mov_b32 m0, 0x100
  s_mov_b64 exec, 1
  ds_read_b32 v2, v6 gds
  s_waitcnt lgkmcnt(0)
  v_mov_b32_e32 v0, 0x100000
  v_mov_b32_e32 v1, 0
  global_store_dword v[0:1], v2, off
  s_endpgm`;
    const scene = buildScene(source);
    const [issued] = getTransactions(scene, 'memory-issued');
    expect([issued!.space, issued!.lanesLo, issued!.lanesHi]).toEqual(['gds', lanes, 0]);
    // Each active lane adds seven.
    expect(getFinalWords(scene)[0]).toBe(sum);
  });

  it('drops accesses outside the range that M0 selects', () => {
    const source = `
  s_mov_b32 m0, 0x00400008
  v_mov_b32_e32 v5, 7
  v_mov_b32_e32 v6, 4
  v_mov_b32_e32 v7, 8
  ds_write_b32 v6, v5 gds
  ds_write_b32 v7, v5 gds
  s_waitcnt expcnt(0)
  ds_read_b32 v2, v6 gds
  ds_read_b32 v3, v7 gds
  s_mov_b32 m0, 0x00000100
  v_mov_b32_e32 v8, 0x44
  ds_read_b32 v4, v8 gds
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, 1
  v_mov_b32_e32 v0, 0x100000
  v_mov_b32_e32 v1, 0
  global_store_dwordx3 v[0:1], v[2:4], off
  s_endpgm`;
    expect(getFinalWords(buildScene(source)).slice(0, 3)).toEqual([7, 0, 7]);
  });
});

describe('LAUNCH-08 and the global data share', () => {
  const scenario = createGdsScene('navi21', { groups: GROUPS, interval: 1 });

  it('agrees with the reference for any priority order of export types', () => {
    for (const order of ['position-colour-parameter-gds', 'gds-parameter-colour-position']) {
      const exportPriority = setting('exportPriority', order);
      const { fired, armed } = checkRun(
        createGdsScene('navi33', { groups: 6, interval: 1 }, { exportPriority }),
      );
      expect(fired).toEqual({});
      expect(armed['LAUNCH-08']).toBeGreaterThan(0x400);
    }
  });

  it('fires if a program writes EXEC while an access still reads it', () => {
    const words = assembleProgram(
      `s_mov_b32 m0, 0x100
  v_lshlrev_b32_e32 v0, 2, v0
  v_mov_b32_e32 v1, 7
  ds_write_b32 v0, v1 gds
  s_mov_b64 exec, 1
  s_waitcnt expcnt(0)
  s_endpgm`,
      'gfx10.3',
    );
    const early = createGdsScene('navi21', { groups: 1, words });
    expect(Object.keys(checkRun(early).fired ?? {})).toContain('LAUNCH-08');
  });

  it('fires if a word of the final GDS contents is wrong', () => {
    const { fired } = checkRun(scenario, (t) => {
      if (t.kind !== 'gds-dumped') return t;
      const words = t.words.slice();
      words[GDS_OFFSET / 4] ^= 1;
      return { ...t, words };
    });
    expect(Object.keys(fired ?? {})).toEqual(['LAUNCH-08']);
  });

  it('reports the missing data if the stream has no GDS dump', () => {
    const { unchecked } = checkRun(scenario, (t) => (t.kind === 'gds-dumped' ? undefined : t));
    const missing = 'the final contents of GDS';
    expect(unchecked).toContainEqual({ rule: 'LAUNCH-08', missing });
  });
});
