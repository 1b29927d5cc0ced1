import type { CacheName, InstructionKind } from '../instruction.js';
import {
  type ControlName,
  type ControlRow,
  everywhere,
  KNOWN_BY_NAME,
  type Names,
  type Opcodes,
  X,
} from './row.js';

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

/** Debug flags are never set for a shader. */
function debugBranch(name: string, opcode: Opcodes): ControlRow {
  return branch(name, opcode, 'never');
}

function unmodelled(row: ControlRow, why: string): ControlRow {
  return { ...row, unmodelled: why };
}

const HALTS = 'halted wave';
const KILLS = 'killed wave';

/** Program control without operands beyond a 16-bit immediate. */
const SOPP: readonly ControlRow[] = [
  sopp('s_nop', everywhere(0), 'nop', 'nop', 'decimal'),
  sopp('s_endpgm', [0x01, 0x01, 0x01, 0x30], 'end', 'end', 'not-zero'),
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
  sopp('s_wakeup', [0x03, 0x03, 0x03, 0x34], 'nop', 'nop', 'none'),
  sopp('s_incperflevel', [0x14, 0x14, 0x14, 0x38], 'nop', 'nop', 'decimal'),
  sopp('s_decperflevel', [0x15, 0x15, 0x15, 0x39], 'nop', 'nop', 'decimal'),
  sopp('s_ttracedata', [0x16, 0x16, 0x16, 0x3a], 'nop', 'nop', 'none'),
  sopp('s_ttracedata_imm', [X, 0x28, 0x28, 0x3b], 'nop', 'nop', 'hex'),
  debugBranch('s_cbranch_cdbgsys', [0x17, 0x17, 0x17, 0x27]),
  debugBranch('s_cbranch_cdbguser', [0x18, 0x18, 0x18, 0x28]),
  debugBranch('s_cbranch_cdbgsys_or_user', [0x19, 0x19, 0x19, 0x29]),
  debugBranch('s_cbranch_cdbgsys_and_user', [0x1a, 0x1a, 0x1a, 0x2a]),
  unmodelled(sopp('s_setkill', [0x0b, 0x0b, 0x0b, 0x01], 'nop', 'nop', 'decimal'), KILLS),
  unmodelled(sopp('s_sethalt', [0x0d, 0x0d, 0x0d, 0x02], 'nop', 'nop', 'decimal'), HALTS),
  unmodelled(sopp('s_sendmsghalt', [0x11, 0x11, 0x11, 0x37], 'message', 'message', 'message'), HALTS),
  unmodelled(sopp('s_trap', [0x12, 0x12, 0x12, 0x10], 'nop', 'nop', 'decimal'), 'trap handler'),
  unmodelled(sopp('s_endpgm_saved', [0x1b, 0x1b, 0x1b, 0x31], 'end', 'end', 'none'), 'context switch'),
  unmodelled(sopp('s_code_end', [X, 0x1f, 0x1f, 0x1f], 'nop', 'nop', 'none'), 'end of code'),
  sopp('s_sendmsg', [0x10, 0x10, 0x10, 0x36], 'message', 'message', 'message'),
  {
    ...sopp('s_icache_inv', [0x13, 0x13, 0x13, 0x3c], 'nop', 'invalidate', 'none'),
    invalidates: ['instruction'],
  },
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

const HALVES = 'loop over halves of a wave';

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
  sopk('s_version', [X, 0x01, 0x01, 0x01], 'nop', 'nop', 'version'),
  sopk('s_call_b64', [0x15, 0x16, 0x16, 0x14], 'branch', 'call', 'branch'),
  unmodelled(sopk('s_cbranch_i_fork', [0x10, X, X, X], 'branch', 'call', 'branch'), KNOWN_BY_NAME),
  unmodelled(sopk('s_subvector_loop_begin', [X, 0x1b, 0x1b, 0x16], 'branch', 'call', 'branch'), HALVES),
  unmodelled(sopk('s_subvector_loop_end', [X, 0x1c, 0x1c, 0x17], 'branch', 'call', 'branch'), HALVES),
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
  sop1('s_swappc_b64', [0x1e, 0x21, 0x21, 0x49], 'setpc', 'swappc'),
  unmodelled(sop1('s_rfe_b64', [0x1f, 0x22, 0x22, 0x4a], 'setpc', 'setpc'), 'trap handler'),
];

/** A message with an answer: a clock or the identity of a trap, which differ from run to run. */
function answered(name: string, opcode: number): ControlRow {
  const row = { ...sop1(name, [X, X, X, opcode], 'message', 'message'), immediate: 'message' } as const;
  return unmodelled(row, KNOWN_BY_NAME);
}

const ANSWERED = [answered('s_sendmsg_rtn_b32', 0x4c), answered('s_sendmsg_rtn_b64', 0x4d)];

function cache(
  name: string,
  format: 'smem' | 'mubuf',
  opcode: Opcodes,
  invalidates: readonly CacheName[],
): ControlRow {
  return {
    family: 'control',
    format,
    name,
    opcode,
    kind: 'nop',
    control: 'invalidate',
    immediate: 'none',
    invalidates,
  };
}

/** Memory formats without operands: they empty caches, or write them back. No counter goes up for them. */
const CACHES: readonly ControlRow[] = [
  cache('buffer_wbinvl1', 'mubuf', [0x3e, X, X, X], ['l0']),
  cache('buffer_wbinvl1_vol', 'mubuf', [0x3f, X, X, X], ['l0']),
  cache('buffer_gl0_inv', 'mubuf', [X, 0x71, 0x71, 0x2b], ['l0']),
  cache('buffer_gl1_inv', 'mubuf', [X, 0x72, 0x72, 0x2c], ['gl1']),
  cache('s_dcache_inv', 'smem', [0x20, 0x20, 0x20, 0x21], ['scalar']),
  cache('s_dcache_wb', 'smem', [0x21, 0x21, X, X], []),
  cache('s_dcache_inv_vol', 'smem', [0x22, X, X, X], ['scalar']),
  cache('s_dcache_wb_vol', 'smem', [0x23, X, X, X], []),
  cache('s_gl1_inv', 'smem', [X, 0x1f, 0x1f, 0x20], ['gl1']),
];

function vectorControl(name: string, format: 'vop1' | 'vop3', opcode: Opcodes): ControlRow {
  return { family: 'control', format, name, opcode, kind: 'nop', control: 'nop', immediate: 'none' };
}

/** Short and long form of vector instructions without operands; the long form's opcodes follow from the short one's. */
function bothForms(name: string, opcode: Opcodes): ControlRow[] {
  const long = opcode.map((op, i) => (op === X ? X : op + (i === 0 ? 0x140 : 0x180)));
  const [gfx9, gfx10, gfx103, gfx11] = long;
  return [vectorControl(name, 'vop1', opcode), vectorControl(name, 'vop3', [gfx9, gfx10, gfx103, gfx11])];
}

const VECTOR: readonly ControlRow[] = [
  // Does nothing; compilers put it between instructions that may not follow each other.
  ...bothForms('v_nop', everywhere(0)),
  ...bothForms('v_clrexcp', [0x35, 0x41, 0x41, X]).map((row) => unmodelled(row, KNOWN_BY_NAME)),
  ...bothForms('v_pipeflush', [X, 0x1b, 0x1b, 0x1b]).map((row) => unmodelled(row, KNOWN_BY_NAME)),
];

/** Instructions that steer the wave or tell the outside something. */
export const CONTROL_ROWS: readonly ControlRow[] = [
  ...SOPP,
  ...SOPK,
  ...SOP1,
  ...ANSWERED,
  ...CACHES,
  ...VECTOR,
];
