import { buildPerGeneration, findGenerationEntry, getGenerationEntry } from '../../since-generation.js';
import type { CacheName, InstructionKind } from '../instruction.js';
import type { WaitName } from '../waits.js';
import { type ControlName, type ControlRow, UNMODELLED } from './row.js';
import { everywhere, type Names, type Opcodes, opcodes, X } from './row-base.js';

type Immediate = NonNullable<ControlRow['immediate']>;

/** Returns a function that builds rows of a format whose only operand, if any, is a 16-bit immediate. */
function makeBuilder(format: ControlRow['format']) {
  return (
    name: Names,
    opcode: Opcodes,
    kind: InstructionKind,
    control: ControlName,
    immediate: Immediate,
    options: Partial<ControlRow> = {},
  ): ControlRow => ({ family: 'control', format, name, opcode, kind, control, immediate, ...options });
}

export const sopp = makeBuilder('sopp');
const sopk = makeBuilder('sopk');

/** Builds an instruction that waits for counters. Its fields are in `WAITS`, keyed by name. */
export function makeCounterWait(
  name: WaitName,
  format: 'sopp' | 'sopk',
  opcode: Opcodes,
  immediate: Immediate = 'hex',
): ControlRow {
  return { ...makeBuilder(format)(name, opcode, 'waitcnt', 'wait', immediate), waits: name };
}

function makeBranch(name: string, opcode: Opcodes, control: ControlName): ControlRow {
  return sopp(name, opcode, 'branch', control, 'branch');
}

const HALTED_WAVE = { unmodelled: 'halted wave' };

/** Program control instructions. Their only operand, if any, is a 16-bit immediate. */
const SOPP: readonly ControlRow[] = [
  sopp('s_nop', everywhere(0), 'nop', 'nop', 'decimal'),
  sopp('s_endpgm', { gfx9: 0x01, gfx11: 0x30 }, 'end', 'end', 'not-zero'),
  sopp('s_endpgm_ordered_ps_done', { gfx9: 0x1e, gfx11: X }, 'end', 'end-ordered', 'none'),
  makeBranch('s_branch', { gfx9: 0x02, gfx11: 0x20 }, 'branch'),
  makeBranch('s_cbranch_scc0', { gfx9: 0x04, gfx11: 0x21 }, 'scc0'),
  makeBranch('s_cbranch_scc1', { gfx9: 0x05, gfx11: 0x22 }, 'scc1'),
  makeBranch('s_cbranch_vccz', { gfx9: 0x06, gfx11: 0x23 }, 'vccz'),
  makeBranch('s_cbranch_vccnz', { gfx9: 0x07, gfx11: 0x24 }, 'vccnz'),
  makeBranch('s_cbranch_execz', { gfx9: 0x08, gfx11: 0x25 }, 'execz'),
  makeBranch('s_cbranch_execnz', { gfx9: 0x09, gfx11: 0x26 }, 'execnz'),
  sopp('s_barrier', { gfx9: 0x0a, gfx11: 0x3d }, 'barrier', 'barrier', 'none'),
  makeCounterWait('s_waitcnt', 'sopp', { gfx9: 0x0c, gfx11: 0x09 }, 'waitcnt'),
  sopp('s_sleep', { gfx9: 0x0e, gfx11: 0x03 }, 'sleep', 'sleep', 'decimal'),
  sopp('s_setprio', { gfx9: 0x0f, gfx11: 0x35 }, 'nop', 'nop', 'decimal'),
  sopp('s_wakeup', { gfx9: 0x03, gfx11: 0x34 }, 'nop', 'nop', 'none'),
  sopp('s_incperflevel', { gfx9: 0x14, gfx11: 0x38 }, 'nop', 'nop', 'decimal'),
  sopp('s_decperflevel', { gfx9: 0x15, gfx11: 0x39 }, 'nop', 'nop', 'decimal'),
  sopp('s_ttracedata', { gfx9: 0x16, gfx11: 0x3a }, 'nop', 'nop', 'none'),
  sopp('s_ttracedata_imm', { gfx10: 0x28, gfx11: 0x3b }, 'nop', 'nop', 'hex'),
  // Branches on debug flags are never taken, because the flags are clear while shaders run.
  makeBranch('s_cbranch_cdbgsys', { gfx9: 0x17, gfx11: 0x27 }, 'never'),
  makeBranch('s_cbranch_cdbguser', { gfx9: 0x18, gfx11: 0x28 }, 'never'),
  makeBranch('s_cbranch_cdbgsys_or_user', { gfx9: 0x19, gfx11: 0x29 }, 'never'),
  makeBranch('s_cbranch_cdbgsys_and_user', { gfx9: 0x1a, gfx11: 0x2a }, 'never'),
  sopp('s_setkill', { gfx9: 0x0b, gfx11: 0x01 }, 'nop', 'nop', 'decimal', { unmodelled: 'killed wave' }),
  sopp('s_sethalt', { gfx9: 0x0d, gfx11: 0x02 }, 'nop', 'nop', 'decimal', HALTED_WAVE),
  sopp('s_sendmsghalt', { gfx9: 0x11, gfx11: 0x37 }, 'message', 'message', 'message', HALTED_WAVE),
  sopp('s_trap', { gfx9: 0x12, gfx11: 0x10 }, 'nop', 'nop', 'decimal', { unmodelled: 'trap handler' }),
  sopp('s_endpgm_saved', { gfx9: 0x1b, gfx11: 0x31 }, 'end', 'end', 'none', { unmodelled: 'context switch' }),
  sopp('s_code_end', { gfx10: 0x1f }, 'nop', 'nop', 'none', { unmodelled: 'end of code' }),
  sopp('s_sendmsg', { gfx9: 0x10, gfx11: 0x36 }, 'message', 'message', 'message'),
  sopp('s_icache_inv', { gfx9: 0x13, gfx11: 0x3c }, 'nop', 'invalidate', 'none', {
    invalidates: ['instruction'],
  }),
  sopp('s_inst_prefetch', { gfx10: 0x20, gfx11: X }, 'nop', 'nop', 'hex'),
  sopp('s_set_inst_prefetch_distance', { gfx11: 0x04 }, 'nop', 'nop', 'hex'),
  sopp('s_clause', { gfx10: 0x21, gfx11: 0x05 }, 'nop', 'nop', 'hex'),
  sopp('s_delay_alu', { gfx11: 0x07 }, 'nop', 'nop', 'delay'),
  sopp('s_wait_idle', { gfx10: 0x22, gfx11: 0x0a }, 'waitcnt', 'wait-idle', 'none'),
  sopp('s_waitcnt_depctr', { gfx10: 0x23, gfx11: 0x08 }, 'nop', 'nop', 'depctr'),
  sopp('s_wait_event', { gfx11: 0x0b }, 'wait-event', 'wait-event', 'hex'),
  sopp('s_round_mode', { gfx10: 0x24, gfx11: 0x11 }, 'setreg', 'round-mode', 'hex'),
  sopp('s_singleuse_vdst', { 'gfx11.5': 0x13 }, 'nop', 'nop', 'hex'),
  sopp('s_denorm_mode', { gfx10: 0x25, gfx11: 0x12 }, 'setreg', 'denorm-mode', 'decimal'),
];

const HALF_WAVE_LOOP = { unmodelled: 'loop over halves of a wave' };

const SOPK: readonly ControlRow[] = [
  sopk('s_version', { gfx10: 0x01 }, 'nop', 'nop', 'version'),
  sopk('s_call_b64', opcodes(0x15, 0x16, 0x14), 'branch', 'call', 'branch'),
  sopk('s_cbranch_i_fork', { gfx9: 0x10, gfx10: X }, 'branch', 'call', 'branch', UNMODELLED),
  sopk('s_subvector_loop_begin', { gfx10: 0x1b, gfx11: 0x16 }, 'branch', 'call', 'branch', HALF_WAVE_LOOP),
  sopk('s_subvector_loop_end', { gfx10: 0x1c, gfx11: 0x17 }, 'branch', 'call', 'branch', HALF_WAVE_LOOP),
  sopk('s_getreg_b32', opcodes(0x11, 0x12, 0x11), 'alu', 'getreg', 'hwreg'),
  sopk('s_setreg_b32', opcodes(0x12, 0x13, 0x12), 'setreg', 'setreg', 'hwreg'),
  sopk('s_setreg_imm32_b32', opcodes(0x14, 0x15, 0x13), 'setreg', 'setreg-imm', 'hwreg'),
  makeCounterWait('s_waitcnt_vscnt', 'sopk', { gfx10: 0x17, gfx11: 0x18 }),
  makeCounterWait('s_waitcnt_vmcnt', 'sopk', { gfx10: 0x18, gfx11: 0x19 }),
  makeCounterWait('s_waitcnt_expcnt', 'sopk', { gfx10: 0x19, gfx11: 0x1a }),
  makeCounterWait('s_waitcnt_lgkmcnt', 'sopk', { gfx10: 0x1a, gfx11: 0x1b }),
];

function sop1(
  name: string,
  opcode: Opcodes,
  kind: InstructionKind,
  control: ControlName,
  options: Partial<ControlRow> = {},
): ControlRow {
  return { family: 'control', format: 'sop1', name, opcode, kind, control, ...options };
}

const SOP1: readonly ControlRow[] = [
  sop1('s_getpc_b64', opcodes(0x1c, 0x1f, 0x47), 'alu', 'getpc'),
  sop1('s_setpc_b64', opcodes(0x1d, 0x20, 0x48), 'setpc', 'setpc'),
  sop1('s_swappc_b64', opcodes(0x1e, 0x21, 0x49), 'setpc', 'swappc'),
  sop1('s_rfe_b64', opcodes(0x1f, 0x22, 0x4a), 'setpc', 'setpc', { unmodelled: 'trap handler' }),
];

/** Messages that return a value, such as a clock or the address of a trap handler, which varies between runs. */
const RETURNING = { immediate: 'message', ...UNMODELLED } as const;
const RETURNING_MESSAGES = [
  sop1('s_sendmsg_rtn_b32', { gfx11: 0x4c }, 'message', 'message', RETURNING),
  sop1('s_sendmsg_rtn_b64', { gfx11: 0x4d }, 'message', 'message', RETURNING),
];

function makeCacheControl(
  name: string,
  format: 'smem' | 'mubuf',
  opcode: Opcodes,
  invalidates: readonly CacheName[],
): ControlRow {
  return makeBuilder(format)(name, opcode, 'nop', 'invalidate', 'none', { invalidates });
}

/**
 * Cache instructions encoded in the memory formats. They have no operands, invalidate or write back caches, and do not
 * increment any counter.
 */
const CACHES: readonly ControlRow[] = [
  makeCacheControl('buffer_wbinvl1', 'mubuf', { gfx9: 0x3e, gfx10: X }, ['l0']),
  makeCacheControl('buffer_wbinvl1_vol', 'mubuf', { gfx9: 0x3f, gfx10: X }, ['l0']),
  makeCacheControl('buffer_gl0_inv', 'mubuf', { gfx10: 0x71, gfx11: 0x2b }, ['l0']),
  makeCacheControl('buffer_gl1_inv', 'mubuf', { gfx10: 0x72, gfx11: 0x2c }, ['gl1']),
  makeCacheControl('s_dcache_inv', 'smem', { gfx9: 0x20, gfx11: 0x21 }, ['scalar']),
  makeCacheControl('s_dcache_wb', 'smem', { gfx9: 0x21, 'gfx10.3': X }, []),
  makeCacheControl('s_dcache_inv_vol', 'smem', { gfx9: 0x22, gfx10: X }, ['scalar']),
  makeCacheControl('s_dcache_wb_vol', 'smem', { gfx9: 0x23, gfx10: X }, []),
  makeCacheControl('s_gl1_inv', 'smem', { gfx10: 0x1f, gfx11: 0x20 }, ['gl1']),
];

/** The differences between the VOP3 and VOP1 opcodes of an instruction. */
const VOP3_OFFSETS = { gfx9: 0x140, gfx10: 0x180 };

/** Builds the short and long forms of a vector instruction without operands, given the opcode of the short form. */
function makeBothForms(name: string, opcode: Opcodes, options: Partial<ControlRow> = {}): ControlRow[] {
  const long = buildPerGeneration((gfx) => {
    const short = findGenerationEntry(opcode, gfx) ?? X;
    return short === X ? X : short + getGenerationEntry(VOP3_OFFSETS, gfx);
  });
  return [
    makeBuilder('vop1')(name, opcode, 'nop', 'nop', 'none', options),
    makeBuilder('vop3')(name, long, 'nop', 'nop', 'none', options),
  ];
}

const VECTOR_ROWS: readonly ControlRow[] = [
  // Does nothing. Compilers insert it between instructions that must not be adjacent.
  ...makeBothForms('v_nop', everywhere(0)),
  ...makeBothForms('v_clrexcp', opcodes(0x35, 0x41, X), UNMODELLED),
  ...makeBothForms('v_pipeflush', { gfx10: 0x1b }, UNMODELLED),
];

/** Instructions that control the wave or have effects outside it. */
export const CONTROL_ROWS: readonly ControlRow[] = [
  ...SOPP,
  ...SOPK,
  ...SOP1,
  ...RETURNING_MESSAGES,
  ...CACHES,
  ...VECTOR_ROWS,
];
