import { runScenario } from '../../../rtl-model/index.js';
import { buildLoopScenario } from '../../../tools/bench/loop-scenario.js';
import type { Scenario, Transaction } from '../../../transactions/index.js';
import { checkRun } from '../../checkers/support/checked-run.js';
import { buildScene } from '../support/run-program.js';

/** An RSRC1 value that allocates four VGPRs to a wave64. */
const FOUR_VGPRS = { SPI_SHADER_PGM_RSRC1_PS: 0 };

/** Describes how the waves of a scenario end. */
function findEnds(scenario: Scenario): string[] {
  const ends: string[] = [];
  runScenario(scenario, (t) => {
    if (t.kind === 'wave-ended') ends.push(`${t.by} at ${t.pc}: ${t.reason ?? ''}`);
  });
  return ends;
}

describe('a wave that reaches an instruction it cannot execute', () => {
  it('halts at an instruction that uses a register past its allocation', () => {
    const scene = buildLoopScenario('s_nop 0\nv_mov_b32_e32 v4, v3\ns_endpgm', { registers: FOUR_VGPRS });
    expect(findEnds(scene)).toEqual(['halt at 4: register v4 is outside the allocation of 4']);
  });

  it('halts at a branch that leaves the program', () => {
    const scene = buildLoopScenario('s_branch 100\ns_endpgm');
    expect(findEnds(scene)).toEqual(['halt at 0: branch outside the program, to byte 404']);
  });

  it('halts after the last instruction of a program that has no end', () => {
    const scene = buildLoopScenario('s_nop 0\ns_mov_b32 s0, 0');
    expect(findEnds(scene)).toEqual(['halt at -1: ran past the end of the program']);
  });

  it('halts at an operation that its float mode does not allow, even within a straight-line run', () => {
    const source = 's_round_mode 0x1\ns_nop 0\ns_mov_b32 s0, 0\nv_add_f32_e32 v0, v0, v0\ns_endpgm';
    const reason = 'unsupported: float mode 0x1 at v_add_f32';
    expect(findEnds(buildLoopScenario(source))).toEqual([`halt at 12: ${reason}`]);
  });

  it('has reported the iterations of its loop that it could execute', () => {
    const loop = 's_movrels_b32 s1, s0\ns_add_u32 m0, m0, 1\ns_cmp_lg_u32 m0, 200\ns_cbranch_scc1 loop';
    const scene = buildLoopScenario(`s_mov_b32 m0, 0\nloop:\n${loop}\ns_endpgm`);
    expect(findEnds(scene)).toEqual(['halt at 4: unsupported: M0-relative access to s106 at s_movrels_b32']);
    let reports = 0;
    runScenario(scene, ({ kind }) => (reports += kind === 'instructions-issued' ? 1 : 0));
    expect(reports).toBe(107);
  });

  it('halts if s_setpc leaves the program, and otherwise continues at its target', () => {
    const run = (bytes: number) => {
      const jump = `s_add_u32 s2, s2, ${bytes}\ns_addc_u32 s3, s3, 0\ns_setpc_b64 s[2:3]`;
      const source = `s_getpc_b64 s[2:3]\n${jump}\nv_mov_b32_e32 v4, v3\ns_endpgm`;
      return findEnds(buildLoopScenario(source, { registers: FOUR_VGPRS }));
    };
    expect([run(16), run(64)]).toEqual([['end at 20: '], [expect.stringMatching(/^halt at 12: /)]]);
  });

  it('ends normally when it branches over the instruction', () => {
    const source = 's_branch over\nv_mov_b32_e32 v4, v3\nover:\ns_endpgm';
    expect(findEnds(buildLoopScenario(source, { registers: FOUR_VGPRS }))).toEqual(['end at 8: ']);
  });

  it('is reported by the hang rules', () => {
    const scene = buildLoopScenario('v_mov_b32_e32 v4, v3\ns_endpgm', { registers: FOUR_VGPRS });
    expect(Object.keys(checkRun(scene).fired ?? {}).join()).toContain('HANG');
  });

  it('issues nothing more once an access has faulted, and ends only once', () => {
    const faults = 'buffer_load_dword v1, v0, s[0:3], 0 offen\n'.repeat(2);
    const work = 's_nop 7\ns_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0\n'.repeat(40);
    const source = `s_mov_b32 s0, 0\ns_mov_b32 s1, 0x7000\ns_mov_b32 s2, -1\ns_mov_b32 s3, 0x1002000\n${faults}${work}s_endpgm`;
    const transactions: Transaction[] = [];
    runScenario(buildLoopScenario(source), (t) => transactions.push(t));
    const ends = transactions.filter(({ kind }) => kind === 'wave-ended');
    expect(ends).toMatchObject([{ by: 'halt' }]);
    const afterHalt = transactions.slice(transactions.indexOf(ends[0])).map(({ kind }) => kind);
    expect(afterHalt).not.toContain('instructions-issued');
  });

  it('ends only once if a store faults after the program has ended', () => {
    const unmappedBuffer =
      's_mov_b32 s4, 0\ns_mov_b32 s5, 0x7000\ns_mov_b32 s6, -1\ns_mov_b32 s7, 0x31016fac\n';
    const source = `${unmappedBuffer}buffer_store_dword v1, off, s[4:7], 0\ns_endpgm`;
    const ends = findEnds(buildScene(source, { freedoms: { storeLatency: [300, 300] } }));
    expect(ends).toEqual([expect.stringMatching(/^end /)]);
  });

  it('stays halted when the counter that it was waiting for is decremented', () => {
    const buffers = 's_mov_b32 s0, 0x100000\ns_mov_b32 s1, 0\ns_mov_b32 s2, -1\ns_mov_b32 s3, 0x31016fac\n';
    const unmappedBuffer =
      's_mov_b32 s4, 0\ns_mov_b32 s5, 0x7000\ns_mov_b32 s6, -1\ns_mov_b32 s7, 0x31016fac\n';
    const loads = 'buffer_load_dword v1, off, s[0:3], 0\nbuffer_load_dword v2, off, s[4:7], 0\n';
    const source = `${buffers}${unmappedBuffer}${loads}s_waitcnt vmcnt(1)\ns_mov_b32 s0, 1\ns_endpgm`;
    const slow = { loadLatency: [20, 20], returnLatency: [300, 300] } as const;
    const kinds: string[] = [];
    runScenario(buildScene(source, { freedoms: slow }), (t) => kinds.push(t.kind));
    const after = kinds.slice(kinds.indexOf('wave-ended') + 1);
    expect(after.filter((kind) => kind !== 'memory-dumped')).toEqual(['memory-returned', 'quiesced']);
  });
});
