import { HWREG } from '../wave-state.js';
import { CLASS } from './facts.js';
import type { HazardRow, Registers } from './row.js';
import {
  ANY,
  defineHazards,
  either,
  LATE,
  NONE,
  named,
  OLD_EXEC,
  OLD_M0,
  OLD_VCC,
  of,
  overwrittenBy,
  pair,
  readsLaneNumber,
  readsPermuted,
  readsSgprs,
  readsVcc,
  readsWideData,
  STALE,
  writesExec,
  writesM0,
  writesSgprs,
  writesVcc,
  writesVectors,
} from './select.js';

const VECTOR_MEMORY = CLASS.vmem | CLASS.lds | CLASS.gds;

/** The number of the hardware register that `s_getreg_b32` reads is in the low bits of its immediate. */
const HWREG_MASK = 0x3f;
const readsHwreg = named(/^s_getreg_b32$/, ({ fields }) => [fields.simm16! & HWREG_MASK]);
const writesHwreg = of(CLASS.salu, ({ instruction: { hwreg } }) => (hwreg === undefined ? NONE : [hwreg.id]));

/** The bit of MODE that makes the wave skip vector instructions. */
const VSKIP_BIT = 28;
const setsVskip = either(
  named(/^s_setvskip$/),
  of(CLASS.salu, ({ instruction: { hwreg } }) => {
    const isVskip =
      hwreg?.id === HWREG.MODE && hwreg.offset <= VSKIP_BIT && VSKIP_BIT < hwreg.offset + hwreg.size;
    return isVskip ? ANY : NONE;
  }),
);
const isReadingMode = named(/^s_getreg_b32$/, ({ fields }) =>
  (fields.simm16! & HWREG_MASK) === HWREG.MODE ? ANY : NONE,
);

/** The source codes of `src_vccz` and `src_execz`. */
const ZERO_FLAGS: Registers = [251, 252];
const readsZeroFlag = of(CLASS.valu, ({ fields }) =>
  [fields.src0, fields.src1, fields.src2].flatMap((code) => ZERO_FLAGS.filter((flag) => flag === code)),
);
const setsZeroFlag = of(CLASS.valu, (facts) => [
  ...(writesVcc(facts).length > 0 ? [ZERO_FLAGS[0]!] : []),
  ...(writesExec(facts).length > 0 ? [ZERO_FLAGS[1]!] : []),
]);

/** The source code of a value that M0 selects in LDS. */
const LDS_DIRECT = 254;
const writesHalfOfVcc = of(CLASS.salu, (facts) => (writesVcc(facts).length === 1 ? ANY : NONE));

const GFX9 = ['gfx9'] as const;

/** The hazards of GFX9 (Vega ISA manual, "Manually Inserted Wait States"). */
export const GFX9_ROWS: readonly HazardRow[] = defineHazards(GFX9, [
  {
    id: 'H-01',
    producer: 'a vector instruction that writes an SGPR or VCC',
    consumer: 'a vector memory instruction that reads it',
    waitStates: 5,
    consequence: 'the access uses the old address, offset or descriptor',
    effect: STALE,
    source: 'LLVM checkVMEMHazards; Mesa; Vega ISA manual',
    after: [of(CLASS.valu, writesSgprs), of(CLASS.vmem, readsSgprs), overwrittenBy(CLASS.valu)],
    example: 'v_readfirstlane_b32 s20, v0\nbuffer_load_dword v1, v0, s[0:3], s20 offen',
  },
  {
    id: 'H-02',
    producer: 'a vector instruction that writes an SGPR or VCC',
    consumer: 'v_readlane or v_writelane with it as the lane number',
    waitStates: 4,
    consequence: 'the wrong lane is read or written',
    effect: STALE,
    source: 'LLVM checkRWLaneHazards; Mesa; Vega ISA manual',
    after: [of(CLASS.valu, writesSgprs), readsLaneNumber, overwrittenBy(CLASS.valu)],
    example: 'v_readfirstlane_b32 s20, v0\nv_readlane_b32 s21, v1, s20',
  },
  {
    id: 'H-03',
    producer: 'a vector instruction that writes VCC',
    consumer: 'v_div_fmas_f32 or v_div_fmas_f64',
    waitStates: 4,
    consequence: 'the scale is chosen by the old VCC',
    effect: STALE,
    source: 'LLVM checkDivFMasHazards; Mesa; Vega ISA manual',
    after: [of(CLASS.valu, writesVcc), named(/^v_div_fmas_/, readsVcc), overwrittenBy(CLASS.valu)],
    example: 'v_cmp_eq_u32_e32 vcc, v0, v1\nv_div_fmas_f32 v2, v0, v1, v1',
  },
  {
    id: 'H-04',
    producer: 'a vector instruction that writes a VGPR',
    consumer: 'DPP that moves it between lanes',
    waitStates: 2,
    consequence: 'the old value is moved',
    effect: STALE,
    source: 'LLVM checkDPPHazards; Mesa; Vega ISA manual',
    after: [of(CLASS.valu | CLASS.vintrp, writesVectors), of(CLASS.dpp, readsPermuted)],
    example: 'v_mov_b32_e32 v1, v0\nv_mov_b32_dpp v2, v1 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf',
  },
  {
    id: 'H-05',
    producer: 'a vector comparison that writes EXEC',
    consumer: 'DPP',
    waitStates: 5,
    consequence: 'the old mask decides which lanes are read',
    effect: OLD_EXEC,
    source: 'LLVM checkDPPHazards; Mesa; Vega ISA manual',
    after: [of(CLASS.valu, writesExec), of(CLASS.dpp, ANY)],
    example:
      'v_cmpx_eq_u32_e32 vcc, v0, v0\nv_mov_b32_dpp v2, v1 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf',
  },
  {
    id: 'H-06',
    producer: 'a scalar instruction that writes M0',
    consumer: 's_sendmsg, s_sendmsghalt, s_ttracedata or a GDS access',
    waitStates: 1,
    consequence: 'the old M0 is sent or used as the address',
    source: 'LLVM checkReadM0Hazards; Mesa; Vega ISA manual',
    after: [of(CLASS.salu, writesM0), either(of(CLASS.message | CLASS.gds, ANY), named(/^s_ttracedata/))],
    example: 's_mov_b32 m0, 0\ns_sendmsg sendmsg(MSG_INTERRUPT)',
  },
  {
    id: 'H-07',
    producer: 'a scalar instruction that writes M0',
    consumer: 'v_interp, an LDS access addressed by the thread id, or an lds_direct operand',
    waitStates: 1,
    consequence: 'the old M0 is used',
    effect: OLD_M0,
    source: 'LLVM checkReadM0Hazards; Mesa; Vega ISA manual',
    after: [
      of(CLASS.salu, writesM0),
      either(
        of(CLASS.vintrp, ANY),
        named(/^v_interp_|^ds_(?:read|write)_addtid/),
        of(CLASS.valu, ({ fields }) => (fields.src0 === LDS_DIRECT ? ANY : NONE)),
      ),
    ],
    example: 's_mov_b32 m0, s20\nv_interp_p1_f32_e32 v1, v0, attr0.x',
  },
  {
    id: 'H-08',
    producer: 'a scalar instruction that writes M0',
    consumer: 's_movrels or s_movreld',
    waitStates: 1,
    consequence: 'the wrong register is moved',
    effect: OLD_M0,
    source: 'LLVM checkReadM0Hazards; Mesa; Vega ISA manual',
    after: [of(CLASS.salu, writesM0), named(/^s_movrel/)],
    example: 's_mov_b32 m0, 0\ns_movrels_b32 s20, s21',
  },
  {
    id: 'H-09',
    producer: 's_setreg',
    consumer: 's_getreg or s_setreg of the same hardware register',
    waitStates: 2,
    consequence: 'the old field is read, or the earlier write is lost',
    source: 'LLVM checkGetRegHazards, checkSetRegHazards; Mesa; Vega ISA manual',
    after: [writesHwreg, either(readsHwreg, writesHwreg)],
    example: 's_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0x0\ns_getreg_b32 s20, hwreg(HW_REG_MODE, 0, 4)',
  },
  {
    id: 'H-10',
    producer: 'a store or compare-and-swap with more than 64 bits of data and no SGPR offset',
    consumer: 'a vector instruction that writes one of its data registers',
    waitStates: 1,
    consequence: 'the new value is stored',
    effect: LATE,
    source: 'LLVM createsVALUHazard; Mesa; Vega ISA manual',
    after: [readsWideData, of(CLASS.valu, writesVectors)],
    example: 'buffer_store_dwordx4 v[4:7], v0, s[0:3], 0 offen\nv_mov_b32_e32 v7, 0',
  },
  {
    id: 'H-11',
    producer: 'a write to MODE.VSKIP',
    consumer: 'a vector instruction, or s_getreg of MODE',
    waitStates: 2,
    consequence: 'the instruction is skipped, or not, by the old bit',
    source: 'Mesa; Vega ISA manual',
    after: [
      setsVskip,
      either(of(CLASS.valu | CLASS.vintrp | CLASS.export | VECTOR_MEMORY, ANY), isReadingMode),
    ],
    example: 's_setreg_imm32_b32 hwreg(HW_REG_MODE, 28, 1), 0x0\nv_mov_b32_e32 v1, 0',
  },
  {
    id: 'H-12',
    producer: 'a vector instruction that writes VCC or EXEC',
    consumer: 'a vector instruction that reads src_vccz or src_execz',
    waitStates: 5,
    consequence: 'the old bit is read',
    source: 'Vega ISA manual',
    after: [setsZeroFlag, readsZeroFlag],
  },
  {
    id: 'H-15',
    producer: 'a scalar instruction that writes only one half of VCC',
    consumer: 's_cbranch_vccz or s_cbranch_vccnz',
    needs: 'a write of both halves',
    fix: 's_mov_b64 vcc, vcc',
    consequence: 'the branch uses the old bit',
    effect: OLD_VCC,
    source: 'LLVM SIInsertWaitcnts',
    forms: [pair(writesHalfOfVcc, named(/^s_cbranch_vcc/), (facts) => writesVcc(facts).length === 2)],
    example: 's_mov_b32 vcc_lo, 0\ns_cbranch_vccz 0',
  },
  {
    id: 'H-17',
    producer: 'a scalar instruction that writes M0',
    consumer: 'a load into LDS',
    waitStates: 1,
    consequence: 'the old M0 is used as the LDS address',
    effect: OLD_M0,
    source: 'LLVM checkReadM0Hazards',
    after: [of(CLASS.salu, writesM0), of(CLASS.loadToLds, ANY)],
    example: 's_mov_b32 m0, 0\nbuffer_load_dword v0, s[0:3], 0 offen lds',
  },
]);
