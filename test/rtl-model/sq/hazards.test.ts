import { chipOf, factsOf } from '../../../arch/index.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import type { Scenario } from '../../../transactions/index.js';
import { buildScene, getFinalWords } from '../support/run-program.js';

const POISON = 0x7fbadbad;

const LANES = 'v_mbcnt_lo_u32_b32 v5, -1, 0\nv_mbcnt_hi_u32_b32 v5, -1, v5\n';
const TO_SCALAR = `${LANES}s_mov_b32 s20, 3\nv_mov_b32_e32 v0, 9\nv_readfirstlane_b32 s20, v0\n`;
const LOADS = 's_mov_b32 m0, s0\n';
const READ_LANE = 'v_readlane_b32 s21, v5, s20\nv_mov_b32_e32 v2, s21';
const ADDRESS = 'v_mov_b32_e32 v0, 0x100000\nv_mov_b32_e32 v1, 0\n';
const STORE = `s_mov_b64 exec, 1\n${ADDRESS}global_store_dword v[0:1], v2, off\n`;

/** An attribute whose first component is 9 at the first vertex. */
const PARAMETERS = [9, ...Array<number>(11).fill(0)];

function makeScene(chip: Scenario['chip'], code: string): Scenario {
  const store = factsOf(chipOf(chip).gfx).exitsByExport ? 'global_store_b32 ' : 'global_store_dword ';
  const scene = buildScene(`${code.replace('global_store_dword ', store)}\ns_endpgm`, {
    chip,
    initial: [5, 6],
  });
  const [draw] = scene.draws;
  const registers = { ...draw!.registers, SPI_PS_IN_CONTROL: 1 };
  return {
    ...scene,
    draws: [{ ...draw!, registers, attributes: 1, parameters: PARAMETERS }],
    memory: scene.memory.map((each) => ({ ...each, compare: { kind: 'bytes' } })),
  };
}

/** Code with a gap, in which something can end the hazard; what it stores without that; and in program order. */
it.each<[row: string, chip: Scenario['chip'], code: (gap: string) => string, end: string, number, number]>([
  ['H-02', 'vega10', (gap) => `${TO_SCALAR}${gap}${READ_LANE}\n${STORE}`, 's_nop 3', 3, 9],
  [
    'H-05',
    'vega10',
    (gap) =>
      `${LANES}v_mov_b32_e32 v2, 7\nv_cmpx_eq_u32_e32 vcc, 1, v5\n${gap}v_mov_b32_dpp v2, v5 quad_perm:[1,1,1,1] row_mask:0xf bank_mask:0xf\n${STORE}`,
    's_nop 4',
    1,
    7,
  ],
  [
    'H-10',
    'vega10',
    (gap) =>
      `v_mov_b32_e32 v2, 7\n${ADDRESS}s_mov_b64 exec, 1\nglobal_store_dwordx4 v[0:1], v[2:5], off\n${gap}v_mov_b32_e32 v2, 8`,
    's_nop 0',
    8,
    7,
  ],
  [
    'H-15',
    'vega10',
    (gap) =>
      `v_mov_b32_e32 v2, 7\ns_mov_b64 vcc, 0\ns_mov_b32 vcc_lo, 1\n${gap}s_cbranch_vccz zero\nv_mov_b32_e32 v2, 8\nzero:\n${STORE}`,
    's_mov_b64 vcc, vcc',
    7,
    8,
  ],
  [
    'H-21',
    'navi10',
    (gap) =>
      `v_mov_b32_e32 v2, 7\nv_mov_b32_e32 v3, 0\ns_mov_b64 exec, 1\ns_mov_b32 s20, 0x100000\ns_mov_b32 s21, 0\nglobal_store_dword v3, v2, s[20:21]\ns_nop 0\n${gap}s_mov_b32 s20, 0x100004`,
    'v_mov_b32_e32 v2, v2',
    5,
    7,
  ],
  [
    'H-22',
    'navi10',
    (gap) =>
      `s_mov_b32 s20, 0x100000\ns_mov_b32 s21, 0\nv_mov_b32_e32 v0, 0x100004\ns_load_dword s22, s[20:21], null\nv_nop\n${gap}v_readfirstlane_b32 s20, v0\ns_waitcnt lgkmcnt(0)\nv_mov_b32_e32 v2, s22\n${STORE}`,
    's_mov_b32 null, 0',
    6,
    5,
  ],
  [
    'H-24',
    'navi10',
    (gap) =>
      `v_mov_b32_e32 v2, 7\nv_mov_b32_e32 v3, 0\n${STORE}\n${gap}s_cbranch_execz after\nds_read_b32 v2, v3\nafter:`,
    's_waitcnt_vscnt null, 0x0',
    POISON,
    7,
  ],
  [
    'H-40 (read)',
    'navi31',
    (gap) =>
      `${LOADS}v_mov_b32_e32 v4, 7\nv_mov_b32_e32 v2, v4\n${gap}lds_param_load v4, attr0.x wait_vdst:15\ns_waitcnt expcnt(0)\n${STORE}`,
    's_waitcnt_depctr 0xfff',
    9,
    7,
  ],
  [
    'H-40 (write)',
    'navi31',
    (gap) =>
      `${LOADS}v_mov_b32_e32 v2, 7\n${gap}lds_param_load v2, attr0.x wait_vdst:15\ns_waitcnt expcnt(0)\n${STORE}`,
    's_waitcnt_depctr 0xfff',
    7,
    9,
  ],
  [
    'H-41',
    'navi31',
    (gap) => `${LOADS}v_mov_b32_e32 v2, 7\n${STORE}\n${gap}lds_param_load v2, attr0.x wait_vdst:0`,
    's_waitcnt_depctr 0xffe3',
    9,
    7,
  ],
  [
    'H-23',
    'navi10',
    (gap) =>
      `${LANES}s_mov_b64 s[20:21], exec\n${gap}v_cmpx_eq_u32_e32 1, v5\ns_mov_b64 exec, -1\nv_mov_b32_e32 v2, s20\n${STORE}`,
    's_waitcnt_depctr 0xfffe',
    2,
    -1,
  ],
  [
    'H-20',
    'navi31',
    (gap) =>
      `${LANES}v_mov_b32_e32 v2, 7\nv_cmpx_eq_u32_e32 v2, v2\n${gap}v_permlane16_b32 v2, v2, 0, 0\n${STORE}`,
    'v_mov_b32_e32 v3, v3',
    POISON,
    7,
  ],
  [
    'H-42',
    'navi31',
    (gap) =>
      `v_mov_b32_e32 v0, 0\nv_mov_b32_e32 v1, 7\nv_exp_f32_e32 v1, v0\n${gap}v_mov_b32_e32 v2, v1\n${STORE}`,
    's_waitcnt_depctr 0xfff',
    7,
    0x3f800000,
  ],
  [
    'H-50',
    'navi48',
    (gap) =>
      `s_mov_b32 s20, 7\nv_mov_b32_e32 v1, s20\ns_mov_b32 s20, 8\n${gap}v_mov_b32_e32 v2, s20\n${STORE}`,
    's_wait_alu 0xfffe',
    7,
    8,
  ],
])('%s on %s shows in memory, and not once it is ended', (_, chip, code, end, shown, ordered) => {
  const scene = makeScene(chip, code(''));
  expect(getFinalWords(scene)[0]).toBe(shown >>> 0);
  expect(Object.keys(runScenarioTest(scene).verdict.fired ?? {})).toContain('ORD-03');
  expect(getFinalWords(makeScene(chip, code(`${end}\n`)))[0]).toBe(ordered >>> 0);
});

it('finds a hazard across an indirect branch, where no path is known, by its data', () => {
  const jump = 's_getpc_b64 s[30:31]\ns_add_u32 s30, s30, 40\ns_addc_u32 s31, s31, 0\n';
  const code = `${jump}${TO_SCALAR}s_setpc_b64 s[30:31]\n${READ_LANE}\n${STORE}`;
  const scene = makeScene('vega10', code);
  const rules = Object.keys(runScenarioTest(scene).verdict.fired ?? {});
  expect(rules).toContain('ORD-03');
  expect(rules.filter((rule) => rule.startsWith('HAZ'))).toEqual([]);
});
