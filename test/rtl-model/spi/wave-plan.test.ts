import { assembleProgram, chipOf, decodeProgram, getInstructionSet } from '../../../arch/index.js';
import {
  getMaxConstants,
  getMaxVectorRegisters,
  listSteps,
  STEP,
  type WavePlan,
} from '../../../rtl-model/spi/wave-plan.js';

const CHIP = chipOf('navi21');

const decode = (source: string) =>
  decodeProgram(assembleProgram(source, CHIP.gfx), getInstructionSet(CHIP), 64);

it("classifies each instruction's burst step by its effect", () => {
  const program = decode(`v_mov_b32_e32 v0, 1
    s_nop 0
    s_waitcnt vmcnt(0)
    s_branch next
    next:
    v_mov_b32_e32 v1, src_pops_exiting_wave_id
    exp mrt0 v1, off, off, off done
    s_endpgm`);
  expect(new Set(Object.values(STEP)).size).toBe(6);
  expect([...listSteps(program)]).toEqual([
    STEP.PLAIN,
    STEP.SKIP,
    STEP.WAIT,
    STEP.BRANCH,
    ...[STEP.VISIBLE, STEP.VISIBLE, STEP.VISIBLE],
  ]);
});

it('slots have room for all VGPRs and constants that programs use or that are loaded at launch', () => {
  const plans = [
    'v_mov_b32_e32 v9, 0x12345678\nv_mov_b32_e32 v9, 0x23456789\ns_endpgm',
    'v_mov_b32_e32 v3, 1\ns_endpgm',
  ].map((source) => ({ program: decode(source) }) as unknown as WavePlan);
  expect([
    getMaxVectorRegisters(plans, 4),
    getMaxVectorRegisters(plans, 20),
    getMaxVectorRegisters([], 4),
  ]).toEqual([10, 20, 4]);
  const [large, small] = plans.map(({ program }) => program.constants.length);
  expect(large).toBeGreaterThan(small!);
  expect([getMaxConstants(plans), getMaxConstants([plans[1]!]), getMaxConstants([])]).toEqual([
    large,
    small,
    0,
  ]);
});
