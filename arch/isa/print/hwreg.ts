import type { Gfx } from '../../chips.js';
import { getGenerationEntry, type SinceGeneration } from '../../since-generation.js';

const COMMON: Readonly<Record<number, string>> = {
  1: 'HW_REG_MODE',
  2: 'HW_REG_STATUS',
  3: 'HW_REG_TRAPSTS',
  5: 'HW_REG_GPR_ALLOC',
  6: 'HW_REG_LDS_ALLOC',
  7: 'HW_REG_IB_STS',
  15: 'HW_REG_SH_MEM_BASES',
};

const TRAP: Readonly<Record<number, string>> = {
  16: 'HW_REG_TBA_LO',
  17: 'HW_REG_TBA_HI',
  18: 'HW_REG_TMA_LO',
  19: 'HW_REG_TMA_HI',
};

const GFX10: Readonly<Record<number, string>> = {
  ...COMMON,
  ...TRAP,
  20: 'HW_REG_FLAT_SCR_LO',
  21: 'HW_REG_FLAT_SCR_HI',
  23: 'HW_REG_HW_ID1',
  24: 'HW_REG_HW_ID2',
  25: 'HW_REG_POPS_PACKER',
};

const NAMES: SinceGeneration<Readonly<Record<number, string>>> = {
  gfx9: { ...COMMON, ...TRAP, 4: 'HW_REG_HW_ID' },
  gfx10: { ...GFX10, 22: 'HW_REG_XNACK_MASK' },
  'gfx10.3': { ...GFX10, 29: 'HW_REG_SHADER_CYCLES' },
  gfx11: {
    ...COMMON,
    18: 'HW_REG_PERF_SNAPSHOT_PC_LO',
    19: 'HW_REG_PERF_SNAPSHOT_PC_HI',
    20: 'HW_REG_FLAT_SCR_LO',
    21: 'HW_REG_FLAT_SCR_HI',
    23: 'HW_REG_HW_ID1',
    24: 'HW_REG_HW_ID2',
    27: 'HW_REG_PERF_SNAPSHOT_DATA',
    29: 'HW_REG_SHADER_CYCLES',
  },
  gfx12: {
    1: 'HW_REG_MODE',
    2: 'HW_REG_STATUS',
    4: 'HW_REG_STATE_PRIV',
    5: 'HW_REG_GPR_ALLOC',
    6: 'HW_REG_LDS_ALLOC',
    7: 'HW_REG_IB_STS',
    10: 'HW_REG_PERF_SNAPSHOT_DATA',
    11: 'HW_REG_PERF_SNAPSHOT_PC_LO',
    12: 'HW_REG_PERF_SNAPSHOT_PC_HI',
    15: 'HW_REG_PERF_SNAPSHOT_DATA1',
    16: 'HW_REG_PERF_SNAPSHOT_DATA2',
    17: 'HW_REG_EXCP_FLAG_PRIV',
    18: 'HW_REG_EXCP_FLAG_USER',
    19: 'HW_REG_TRAP_CTRL',
    20: 'HW_REG_SCRATCH_BASE_LO',
    21: 'HW_REG_SCRATCH_BASE_HI',
    23: 'HW_REG_HW_ID1',
    24: 'HW_REG_HW_ID2',
    26: 'HW_REG_SCHED_MODE',
    29: 'HW_REG_SHADER_CYCLES_LO',
    30: 'HW_REG_SHADER_CYCLES_HI',
    31: 'HW_REG_DVGPR_ALLOC_LO',
    32: 'HW_REG_DVGPR_ALLOC_HI',
  },
};

/** Returns LLVM's name for a hardware register, or undefined if LLVM prints the number. */
export function getHwregName(id: number, gfx: Gfx): string | undefined {
  return getGenerationEntry(NAMES, gfx)[id];
}
