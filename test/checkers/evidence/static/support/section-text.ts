import type { Gfx, SinceGeneration } from '../../../../../arch/index.js';
import {
  assembleProgram,
  buildPerGeneration,
  decodeProgram,
  getGenerationEntry,
  isAtLeast,
} from '../../../../../arch/index.js';
import { examine } from '../../../../../checkers/evidence/static/examine.js';
import type { StaticFinding, StaticReport } from '../../../../../checkers/evidence/static/report.js';
import type { Program, RuleId } from '../../../../../transactions/index.js';

/** The register in which `SECTION` expects the collision argument. */
export const COLLISION_REGISTER = 4;

/** The lines of a program: instructions, labels (`label:`), and branches to labels. */
export type ProgramLines = readonly string[];

const SECTION_LINES: SinceGeneration<ProgramLines> = {
  gfx9: [
    's_bitcmp1_b32 s4, 31',
    's_cbranch_scc0 body',
    's_bfe_u32 s5, s4, 0x1001c',
    's_add_i32 s5, s5, 1',
    's_setreg_b32 hwreg(HW_REG_MODE, 24, 2), s5',
    's_bfe_u32 s6, s4, 0xa0010',
    's_and_b32 s7, s4, 0x3ff',
    's_cmp_gt_u32 s6, s7',
    's_addc_u32 s6, s6, 0',
    's_not_b32 s7, s7',
    's_add_i32 s6, s6, s7',
    'loop:',
    's_add_i32 s8, src_pops_exiting_wave_id, s7',
    's_cmp_lt_u32 s6, s8',
    's_cbranch_scc1 body',
    's_sleep 3',
    's_branch loop',
    'body:',
    'buffer_load_dword v1, v0, s[0:3], 0 offen glc',
    's_waitcnt vmcnt(0)',
    'v_add_f32_e32 v1, 1.0, v1',
    'buffer_store_dword v1, v0, s[0:3], 0 offen glc',
    's_waitcnt vmcnt(0)',
    's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)',
    'exp null off, off, off, off done vm',
    's_endpgm',
  ],
  gfx10: getPollingSection(),
  gfx11: [
    's_wait_event 0x0',
    'buffer_load_b32 v1, v0, s[0:3], 0 offen glc',
    's_waitcnt vmcnt(0)',
    'v_add_f32_e32 v1, 1.0, v1',
    'buffer_store_b32 v1, v0, s[0:3], 0 offen',
    's_waitcnt_vscnt null, 0x0',
    'exp mrt0 off, off, off, off done',
    's_endpgm',
  ],
  gfx12: [
    's_wait_event 0x2',
    'buffer_load_b32 v1, v0, s[0:3], null offen scope:SCOPE_DEV',
    's_wait_loadcnt 0x0',
    'v_add_f32_e32 v1, 1.0, v1',
    'buffer_store_b32 v1, v0, s[0:3], null offen scope:SCOPE_DEV',
    's_wait_storecnt 0x0',
    'export mrt0 off, off, off, off done',
    's_endpgm',
  ],
};

/** Returns the scalar offset operand for a buffer access that has no offset. */
export function getNullOffset(gfx: Gfx): string {
  return isAtLeast(gfx, 'gfx12') ? 'null' : '0';
}

/** The golden sequences from pops.md 12: the entry, a load, an add, a store, and the exit. */
export const SECTION = buildPerGeneration((gfx) => getGenerationEntry(SECTION_LINES, gfx));

function getPollingSection(): ProgramLines {
  return [
    's_bitcmp1_b32 s4, 31',
    's_cbranch_scc0 body',
    's_bfe_u32 s5, s4, 0x2001c',
    's_lshl1_add_u32 s5, s5, 1',
    's_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s5',
    's_bfe_u32 s6, s4, 0xa0010',
    's_nand_b32 s7, s4, 0x3ff',
    's_add_i32 s6, s6, s7',
    'loop:',
    's_add_i32 s8, src_pops_exiting_wave_id, s7',
    's_cmp_lt_u32 s6, s8',
    's_cbranch_scc1 body',
    's_sleep 0xffff',
    's_branch loop',
    'body:',
    'buffer_load_dword v1, v0, s[0:3], 0 offen glc',
    's_waitcnt vmcnt(0)',
    'v_add_f32_e32 v1, 1.0, v1',
    'buffer_store_dword v1, v0, s[0:3], 0 offen glc',
    's_waitcnt_vscnt null, 0x0',
    's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)',
    'exp null off, off, off, off done vm',
    's_endpgm',
  ];
}

/** Replaces every `from` line with the `to` lines. Throws if there is none. */
export function replaceLine(text: ProgramLines, from: string, ...to: string[]): ProgramLines {
  if (!text.includes(from)) throw new Error(`no line "${from}"`);
  return text.flatMap((line) => (line === from ? to : [line]));
}

/** Replaces a line of a generation's golden sequence. */
export function changeSection(gfx: Gfx, from: string, ...to: string[]): ProgramLines {
  return replaceLine(SECTION[gfx], from, ...to);
}

/** Assembles lines of text into program words. */
export function assemble(text: ProgramLines, gfx: Gfx): number[] {
  return assembleProgram(text.join('\n'), gfx);
}

/** Assembles lines of text into a program for a scenario. */
export function makeProgram(text: ProgramLines, gfx: Gfx): Program {
  const argument = {
    name: 'pops_collision_wave_id',
    file: 's',
    register: COLLISION_REGISTER,
    size: 1,
  } as const;
  return {
    name: 'text',
    words: assemble(text, gfx),
    arguments: isAtLeast(gfx, 'gfx11') ? [] : [argument],
    inputs: [],
  };
}

const CHECKED_BY_RUNS: readonly RuleId[] = ['PROTO-01'];

/** Returns the static pass's report on a program. Throws if a rule has findings without having been checked. */
export function getReport(text: ProgramLines, gfx: Gfx): StaticReport {
  const report = examine(
    decodeProgram(assemble(text, gfx), gfx, 64),
    isAtLeast(gfx, 'gfx11') ? undefined : COLLISION_REGISTER,
  );
  const unchecked = [...report.findings.keys()].find(
    (rule) => !report.armed.has(rule) && !CHECKED_BY_RUNS.includes(rule),
  );
  if (unchecked !== undefined) throw new Error(`${unchecked} has findings although it was never checked`);
  return report;
}

/** Returns the finding for each rule. For PROTO-08, accesses outside the section count as accesses to its memory. */
function collectFindings(text: ProgramLines, gfx: Gfx): ReadonlyMap<RuleId, StaticFinding> {
  const { findings, outsideAccesses } = getReport(text, gfx);
  const [first] = outsideAccesses;
  return first === undefined ? findings : new Map([...findings, ['PROTO-08', first.finding]]);
}

/** Returns the rules broken on any path of a program. */
export function findBrokenRules(text: ProgramLines, gfx: Gfx): RuleId[] {
  return [...collectFindings(text, gfx).keys()].sort();
}

/** Returns the finding for a rule. Throws if there is none. */
export function getFinding(rule: RuleId, text: ProgramLines, gfx: Gfx): StaticFinding {
  const finding = collectFindings(text, gfx).get(rule);
  if (finding === undefined) throw new Error(`${rule} found nothing`);
  return finding;
}
