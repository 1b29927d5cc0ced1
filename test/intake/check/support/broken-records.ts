import { assembleProgram, type ChipName, chipOf, getInstructionSet } from '../../../../arch/index.js';
import type { CorpusRecord } from '../../../../stimulus/index.js';
import { findRecord, readCorpusText } from './check-text.js';

/** Returns a corpus record whose program has been deliberately broken. The record is named after the defect. */
export function breakRecord({ name, record: id, target, code }: HangingProgram): CorpusRecord {
  let replaced = false;
  const lines = readAssembly(id).map((line) => {
    if (replaced || !line.endsWith(target)) return line;
    replaced = true;
    return line.slice(0, -target.length) + code.replace('{}', target);
  });
  if (!replaced) throw new Error(`${id} does not contain "${target}"`);
  return { ...assembleRecord(id, lines.join('\n')), id: name };
}

/** Returns a corpus record with its program replaced by one assembled from `text`. */
export function assembleRecord(id: string, text: string): CorpusRecord {
  const record = findRecord(id);
  const words = assembleProgram(text, getInstructionSet(chipOf(id.split('/')[1] as ChipName)));
  const instructions = words.map((word, index) => ({
    pc: 4 * index,
    words: [`0x${(word >>> 0).toString(16).padStart(8, '0')}`],
  }));
  return { ...record, instructions };
}

/** Returns the assembly lines of a corpus record's program, including labels. */
export const readAssembly = (id: string): string[] => readCorpusText(id).text.split('\n');

/** A change to a correct program that keeps one of its waves from ever ending. */
export interface HangingProgram {
  readonly name: string;
  /** The id of the corpus record to break. */
  readonly record: string;
  /** Assembly of the instruction to replace. Only its first occurrence is replaced. */
  readonly target: string;
  /** The replacement, in which `{}` stands for the original instruction. */
  readonly code: string;
  readonly rule: string;
  /** Matches the cause given in the finding. */
  readonly cause: RegExp;
}

const VEGA10 = 'rmw_buffer/vega10/w64/mono';
const NAVI21 = 'rmw_buffer/navi21/w64/mono';
const NAVI31 = 'rmw_buffer/navi31/w64/mono';

/** The wait for the section's load. Its assembly is the same on all generations. */
const SECTION_WAIT = 's_waitcnt vmcnt(0)';
const NO_EXIT_PATH = /no branch out of it reaches the end/;
const SAME_STATE = /each iteration ends in the same state/;

const IN_SECTION = { record: NAVI21, target: SECTION_WAIT, rule: 'HANG-01', cause: SAME_STATE };

/** Programs that hang, each with the rule that detects it and the reported cause. */
export const HANGING_PROGRAMS: readonly HangingProgram[] = [
  ...[VEGA10, NAVI21, NAVI31].map((record) => ({
    name: `branches to itself in the section, ${record.split('/')[1]}`,
    record,
    target: SECTION_WAIT,
    code: '{}\nspin: s_branch spin',
    rule: 'HANG-01',
    cause: NO_EXIT_PATH,
  })),
  {
    ...IN_SECTION,
    name: 'increments a counter forever without testing it',
    code: '{}\nspin: s_add_i32 s0, s0, 1\ns_branch spin',
    cause: NO_EXIT_PATH,
  },
  {
    ...IN_SECTION,
    name: 'stores the same word forever',
    code: '{}\nspin: buffer_store_dword v2, v0, s[4:7], 0 offen\ns_branch spin',
    cause: NO_EXIT_PATH,
  },
  {
    ...IN_SECTION,
    name: 'waits for a word that no wave writes',
    code: '{}\nflag: buffer_load_dword v3, v0, s[4:7], 0 offen glc dlc\ns_waitcnt vmcnt(0)\nv_cmp_eq_u32_e32 vcc, -1, v3\ns_cbranch_vccz flag',
    cause: /buffer_load_dword.*reads .*\+0x.*could still write, and none of them can make progress/,
  },
  {
    ...IN_SECTION,
    name: 'waits for a word that no wave writes, vega10',
    record: VEGA10,
    code: '{}\nflag: buffer_load_dword v3, v0, s[4:7], 0 offen glc\ns_waitcnt vmcnt(0)\nv_cmp_eq_u32_e32 vcc, -1, v3\ns_cbranch_vccz flag',
    cause: /v_cmp_eq_u32.*decides.*reads /,
  },
  {
    ...IN_SECTION,
    name: 'waits for a word that no wave writes, navi31',
    record: NAVI31,
    code: '{}\nflag: buffer_load_b32 v3, v1, s[8:11], 0 offen glc\ns_waitcnt vmcnt(0)\nv_cmp_eq_u32_e32 vcc, -1, v3\ns_cbranch_vccz flag',
    cause: /buffer_load_b32.*reads /,
  },
  {
    ...IN_SECTION,
    name: 'waits for a word with scalar loads',
    code: '{}\nflag: s_buffer_load_dword s0, s[4:7], 0x0 glc\ns_waitcnt lgkmcnt(0)\ns_cmp_eq_u32 s0, 0x12345\ns_cbranch_scc0 flag',
    cause: /s_cmp_eq_u32.*decides.*s_buffer_load_dword.*reads /,
  },
  {
    ...IN_SECTION,
    name: 'waits for a word that stays in its own cache',
    code: '{}\nflag: buffer_load_dword v3, v0, s[4:7], 0 offen\ns_waitcnt vmcnt(0)\nv_cmp_eq_u32_e32 vcc, -1, v3\ns_cbranch_vccz flag',
  },
  {
    ...IN_SECTION,
    name: 'invalidates its cache in each iteration while waiting for a word',
    code: '{}\nflag: buffer_gl0_inv\nbuffer_load_dword v3, v0, s[4:7], 0 offen\ns_waitcnt vmcnt(0)\nv_cmp_eq_u32_e32 vcc, -1, v3\ns_cbranch_vccz flag',
  },
  {
    ...IN_SECTION,
    name: 'sleeps between reads of a word',
    code: '{}\nflag: s_sleep 1\nbuffer_load_dword v3, v0, s[4:7], 0 offen glc dlc\ns_waitcnt vmcnt(0)\nv_cmp_eq_u32_e32 vcc, -1, v3\ns_cbranch_vccz flag',
  },
  {
    ...IN_SECTION,
    name: 'takes a lock that an overlapped wave never releases',
    code: '{}\nlock: v_mov_b32_e32 v3, 1\nv_mov_b32_e32 v4, 0\nbuffer_atomic_cmpswap v[3:4], v0, s[4:7], 0 offen glc\ns_waitcnt vmcnt(0)\nv_cmp_ne_u32_e32 vcc, 0, v3\ns_cbranch_vccnz lock',
    cause: /buffer_atomic_cmpswap.*reads /,
  },
  {
    ...IN_SECTION,
    name: 'loads in covered lanes until a helper lane, which gets no value, has one',
    code: '{}\ns_mov_b64 s[8:9], exec\ns_wqm_b64 s[10:11], exec\nspin: s_mov_b64 s[12:13], 0\ns_mov_b64 exec, s[12:13]\nbuffer_load_dword v3, v0, s[4:7], 0 offen glc dlc\ns_waitcnt vmcnt(0)\ns_mov_b64 exec, s[10:11]\ns_cbranch_execnz spin',
    cause: /only helper lanes are left in it: .*buffer_load_dword.*gl_HelperInvocation/s,
  },
  {
    ...IN_SECTION,
    name: 'compares a register with itself',
    code: '{}\nspin: s_cmp_eq_u32 s0, s0\ns_cbranch_scc1 spin',
    cause: /reads nothing that another wave could change/,
  },
  {
    ...IN_SECTION,
    name: 'loops while any lane is active but never deactivates one',
    record: NAVI31,
    code: '{}\nspin: v_cmp_ne_u32_e32 vcc, -1, v1\ns_and_b64 exec, exec, vcc\ns_cbranch_execnz spin',
    cause: /s_and_b64.*decides/,
  },
  {
    ...IN_SECTION,
    name: 'toggles a bit and waits for a different one',
    record: VEGA10,
    code: '{}\nspin: s_xor_b32 s0, s0, 1\ns_bitcmp1_b32 s0, 31\ns_cbranch_scc0 spin',
  },
  {
    ...IN_SECTION,
    name: 'restarts its inner loop forever',
    code: '{}\nouter: s_mov_b32 s0, 0\ninner: s_add_i32 s0, s0, 1\ns_cmp_lt_u32 s0, 4\ns_cbranch_scc1 inner\ns_cmp_lg_u32 s0, 5\ns_cbranch_scc1 outer',
  },
  {
    ...IN_SECTION,
    name: 'waits, before entering its section, for a word that is only written inside sections',
    record: NAVI31,
    target: 's_wait_event 0x0',
    code: 's_waitcnt lgkmcnt(0)\nflag: buffer_load_b32 v3, v0, s[8:11], 0 offen glc\ns_waitcnt vmcnt(0)\nv_cmp_eq_u32_e32 vcc, -1, v3\ns_cbranch_vccz flag\n{}',
  },
  {
    ...IN_SECTION,
    name: 'polls with a comparison that is never true',
    target: 's_cmp_lt_u32 s1, s0',
    code: 's_cmp_lt_u32 s0, s0',
    cause: /polls until the exiting id passes|polls until another wave exits/,
  },
  {
    ...IN_SECTION,
    name: 'polls with a comparison that is never true, without a sleep',
    target: 's_cmp_lt_u32 s1, s0',
    code: 's_cmp_lt_u32 s0, s0\ns_cbranch_scc0 BB2',
    cause: /polls until the exiting id passes|polls until another wave exits/,
  },
  {
    ...IN_SECTION,
    name: 'polls forever after its exit',
    target: 's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)',
    code: '{}\npoll: s_add_i32 s0, src_pops_exiting_wave_id, s6\ns_cmp_eq_u32 s0, 0x7fffffff\ns_cbranch_scc0 poll',
    // Non-overlapping waves poll with no packer selected, so the poll may return anything. Only path analysis
    // detects this.
    rule: 'PROTO-01',
    cause: /polls the exiting id after its exit/,
  },
  {
    ...IN_SECTION,
    name: 'never signals its exit',
    target: 's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)',
    code: 's_nop 0',
    rule: 'HANG-03',
    cause: /ends at .* without one/,
  },
  {
    ...IN_SECTION,
    name: 'waits for export-ready and exports nothing',
    record: NAVI31,
    target: 'exp mrt0 off, off, off, off done',
    code: 's_nop 0',
    rule: 'HANG-04',
    cause: /without ever issuing an export with done/,
  },
];
