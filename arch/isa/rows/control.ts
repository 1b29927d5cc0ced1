import type { InstructionKind } from '../instruction.js';
import { type ControlName, type ControlRow, everywhere, type Names, type Opcodes, X } from './row.js';

type Immediate = NonNullable<ControlRow['immediate']>;

function sopp(
  name: Names,
  opcode: Opcodes,
  kind: InstructionKind,
  control: ControlName,
  immediate: Immediate,
): ControlRow {
  return { family: 'control', format: 'sopp', name, opcode, kind, control, immediate };
}

function branch(name: string, opcode: Opcodes, control: ControlName): ControlRow {
  return sopp(name, opcode, 'branch', control, 'branch');
}

/** Program control without operands beyond a 16-bit immediate. */
const SOPP: readonly ControlRow[] = [
  sopp('s_nop', everywhere(0), 'nop', 'nop', 'decimal'),
  sopp('s_endpgm', [0x01, 0x01, 0x01, 0x30], 'end', 'end', 'none'),
  sopp('s_endpgm_ordered_ps_done', [0x1e, 0x1e, 0x1e, X], 'end', 'end-ordered', 'none'),
  branch('s_branch', [0x02, 0x02, 0x02, 0x20], 'branch'),
  branch('s_cbranch_scc0', [0x04, 0x04, 0x04, 0x21], 'scc0'),
  branch('s_cbranch_scc1', [0x05, 0x05, 0x05, 0x22], 'scc1'),
  branch('s_cbranch_vccz', [0x06, 0x06, 0x06, 0x23], 'vccz'),
  branch('s_cbranch_vccnz', [0x07, 0x07, 0x07, 0x24], 'vccnz'),
  branch('s_cbranch_execz', [0x08, 0x08, 0x08, 0x25], 'execz'),
  branch('s_cbranch_execnz', [0x09, 0x09, 0x09, 0x26], 'execnz'),
  sopp('s_barrier', [0x0a, 0x0a, 0x0a, 0x3d], 'barrier', 'barrier', 'none'),
  sopp('s_waitcnt', [0x0c, 0x0c, 0x0c, 0x09], 'waitcnt', 'waitcnt', 'waitcnt'),
  sopp('s_sleep', [0x0e, 0x0e, 0x0e, 0x03], 'sleep', 'sleep', 'decimal'),
  sopp('s_setprio', [0x0f, 0x0f, 0x0f, 0x35], 'nop', 'nop', 'decimal'),
  sopp('s_sendmsg', [0x10, 0x10, 0x10, 0x36], 'message', 'message', 'message'),
  sopp('s_icache_inv', [0x13, 0x13, 0x13, 0x3c], 'nop', 'nop', 'none'),
  sopp('s_inst_prefetch', [X, 0x20, 0x20, X], 'nop', 'nop', 'hex'),
  sopp('s_set_inst_prefetch_distance', [X, X, X, 0x04], 'nop', 'nop', 'hex'),
  sopp('s_clause', [X, 0x21, 0x21, 0x05], 'nop', 'nop', 'hex'),
  sopp('s_delay_alu', [X, X, X, 0x07], 'nop', 'nop', 'delay'),
  sopp('s_wait_idle', [X, 0x22, 0x22, 0x0a], 'waitcnt', 'wait-idle', 'none'),
  sopp('s_waitcnt_depctr', [X, 0x23, 0x23, 0x08], 'nop', 'nop', 'depctr'),
  sopp('s_wait_event', [X, X, X, 0x0b], 'wait-event', 'wait-event', 'hex'),
  sopp('s_round_mode', [X, 0x24, 0x24, 0x11], 'setreg', 'round-mode', 'hex'),
  sopp('s_denorm_mode', [X, 0x25, 0x25, 0x12], 'setreg', 'denorm-mode', 'decimal'),
];

function sopk(
  name: string,
  opcode: Opcodes,
  kind: InstructionKind,
  control: ControlName,
  immediate: Immediate,
): ControlRow {
  return { family: 'control', format: 'sopk', name, opcode, kind, control, immediate };
}

const SOPK: readonly ControlRow[] = [
  sopk('s_getreg_b32', [0x11, 0x12, 0x12, 0x11], 'alu', 'getreg', 'hwreg'),
  sopk('s_setreg_b32', [0x12, 0x13, 0x13, 0x12], 'setreg', 'setreg', 'hwreg'),
  sopk('s_setreg_imm32_b32', [0x14, 0x15, 0x15, 0x13], 'setreg', 'setreg-imm', 'hwreg'),
  sopk('s_waitcnt_vscnt', [X, 0x17, 0x17, 0x18], 'waitcnt', 'wait-vs', 'hex'),
  sopk('s_waitcnt_vmcnt', [X, 0x18, 0x18, 0x19], 'waitcnt', 'wait-vm', 'hex'),
  sopk('s_waitcnt_expcnt', [X, 0x19, 0x19, 0x1a], 'waitcnt', 'wait-exp', 'hex'),
  sopk('s_waitcnt_lgkmcnt', [X, 0x1a, 0x1a, 0x1b], 'waitcnt', 'wait-lgkm', 'hex'),
];

function sop1(name: string, opcode: Opcodes, kind: InstructionKind, control: ControlName): ControlRow {
  return { family: 'control', format: 'sop1', name, opcode, kind, control };
}

const SOP1: readonly ControlRow[] = [
  sop1('s_getpc_b64', [0x1c, 0x1f, 0x1f, 0x47], 'alu', 'getpc'),
  sop1('s_setpc_b64', [0x1d, 0x20, 0x20, 0x48], 'setpc', 'setpc'),
];

/** Instructions that steer the wave or tell the outside something. */
export const CONTROL_ROWS: readonly ControlRow[] = [...SOPP, ...SOPK, ...SOP1];
