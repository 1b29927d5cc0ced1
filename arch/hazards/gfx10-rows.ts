import { isAtLeast } from '../since-generation.js';
import { CLASS, type HazardFacts, isIn, waitsForCounter, waitsForDependency } from './facts.js';
import type { Form, HazardRow } from './row.js';
import {
  ANY,
  defineHazards,
  LATE,
  NONE,
  named,
  of,
  pair,
  perCounter,
  readsExec,
  readsScalars,
  readsSgprs,
  readsVectors,
  waitFor,
  writesExec,
  writesM0,
  writesScalars,
  writesSgprs,
  writesVcc,
} from './select.js';

const DATA_SHARE = CLASS.lds | CLASS.gds;

/** Scalar instructions that do not wait for scalar loads (LLVM, fixSMEMtoVectorWriteHazards). */
const NOT_WAITING = /^s_(?:setvskip|version|waitcnt_(?:vscnt|vmcnt|expcnt|lgkmcnt))$/;

const waitsForScalarLoads = (facts: HazardFacts) =>
  waitsForCounter(facts, 'lgkm') || (isIn(facts, CLASS.salu) && !NOT_WAITING.test(facts.mnemonic));

/** Whether no GDS access still reads registers: it has been granted the bus, or has returned. */
const waitsForGlobalShare = (facts: HazardFacts) =>
  waitsForCounter(facts, 'exp') || waitsForCounter(facts, 'lgkm');

/** Returns the form of a hazard between vector memory and data-share accesses on either side of a branch. */
function aroundBranch(before: number, after: number): Form {
  const ends = (facts: HazardFacts) =>
    isMemory(facts) || (facts.mnemonic === 's_waitcnt_vscnt' && waitsForCounter(facts, 'vs'));
  return {
    stages: [
      { begins: (facts) => (isKind(facts, before) ? ANY : NONE), ends },
      { classes: CLASS.branch, begins: () => ANY, ends },
    ],
    last: (facts) => (isKind(facts, after) ? ANY : NONE),
  };
}

/** Whether an instruction counts as a data-share access or as a vector memory access; loads into LDS are the former. */
function isKind(facts: HazardFacts, classes: number): boolean {
  if (isIn(facts, CLASS.loadToLds)) return (classes & CLASS.lds) !== 0;
  return isIn(facts, classes) && !isIn(facts, CLASS.flat);
}

function isMemory(facts: HazardFacts): boolean {
  return isKind(facts, CLASS.vmem | CLASS.lds);
}

/** Returns a selector for image accesses with at least this many words of separate address registers. */
function withSeparateAddresses(words: number) {
  return of(CLASS.image, ({ fields }) => ((fields.nsa ?? 0) >= words ? ANY : NONE));
}

/** The bits of a buffer offset that must be clear after an image access with separate addresses. */
const UNSAFE_OFFSET_BITS = 6;

const FLOAT_ATOMIC = /_atomic_(?:fcmpswap|fmin|fmax|add_f|pk_add|(?:min|max|cmpswap)(?:_num)?_f)/;

const GFX10 = ['gfx10'] as const;

/** The hazards of GFX10, most of which GFX10.3 no longer has. */
export const GFX10_ROWS: readonly HazardRow[] = defineHazards(GFX10, [
  {
    id: 'H-20',
    generations: ['gfx10', 'gfx11', 'gfx11.5', 'gfx12'],
    producer: 'a vector comparison that writes EXEC',
    consumer: 'v_permlane',
    needs: 'a vector instruction (on GFX10, other than v_nop)',
    fix: 'v_mov_b32_e32 v0, v0',
    consequence: 'the wrong lanes are read',
    effect: { shows: 'poison', registers: (_, last) => readsVectors(last) },
    source: 'LLVM fixVcmpxPermlaneHazards; Mesa',
    forms: [
      pair(
        of(CLASS.cmpx, ANY),
        named(/^v_permlane/),
        (facts) => isIn(facts, CLASS.valu) || (facts.mnemonic === 'v_nop' && isAtLeast(facts.gfx, 'gfx11')),
      ),
    ],
    example: 'v_cmpx_eq_u32_e32 v0, v0\nv_permlane16_b32 v1, v0, s0, s1',
  },
  {
    id: 'H-21',
    producer: 'a vector memory or data-share access that reads an SGPR, M0 or EXEC',
    consumer: 'a scalar instruction that writes it',
    needs: 'a vector instruction, a wait for the access, or vm_vsrc(0)',
    fix: waitFor('vm_vsrc'),
    consequence: 'the access uses the new value',
    effect: LATE,
    source: 'LLVM fixVMEMtoScalarWriteHazards; Mesa',
    forms: perCounter(
      of(CLASS.vmem | DATA_SHARE, readsScalars),
      of(CLASS.salu | CLASS.smem, writesScalars),
      (facts) => isIn(facts, CLASS.valu) || waitsForDependency(facts, 'vm_vsrc'),
    ),
    example: 'buffer_load_dword v1, v0, s[0:3], s20 offen\ns_mov_b32 s20, 0',
  },
  {
    id: 'H-22',
    producer: 'a scalar memory access that reads an SGPR or VCC',
    consumer: 'a vector instruction that writes it',
    needs: 'a scalar ALU instruction, or a wait for lgkmcnt(0)',
    fix: 's_mov_b32 null, 0',
    consequence: 'the access uses the new address and may fault',
    effect: LATE,
    source: 'LLVM fixSMEMtoVectorWriteHazards; Mesa',
    forms: [pair(of(CLASS.smem, readsSgprs), of(CLASS.valu, writesSgprs), waitsForScalarLoads)],
    example: 's_load_dword s22, s[20:21], null\nv_readfirstlane_b32 s20, v0',
  },
  {
    id: 'H-23',
    producer: 'a scalar instruction that reads EXEC',
    consumer: 'a vector comparison that writes it',
    needs: 'a vector instruction that writes an SGPR or VCC, or sa_sdst(0)',
    fix: waitFor('sa_sdst'),
    consequence: 'the scalar instruction reads the new mask',
    effect: LATE,
    source: 'LLVM fixVcmpxExecWARHazard; Mesa',
    forms: [
      pair(
        of(CLASS.salu, readsExec),
        of(CLASS.valu, writesExec),
        (facts) =>
          waitsForDependency(facts, 'sa_sdst') ||
          (isIn(facts, CLASS.valu) && (writesSgprs(facts).length > 0 || writesVcc(facts).length > 0)),
      ),
    ],
    example: 's_mov_b64 s[20:21], exec\nv_cmpx_eq_u32_e32 v0, v0',
  },
  {
    id: 'H-24',
    producer: 'a vector memory access (or a data-share access) before a branch',
    consumer: 'a data-share access (or a vector memory access) after it',
    needs: 's_waitcnt_vscnt null, 0x0',
    fix: 's_waitcnt_vscnt null, 0x0',
    consequence: 'source registers of the first are overwritten early',
    effect: LATE,
    source: 'LLVM fixLdsBranchVmemWARHazard; Mesa',
    forms: [aroundBranch(CLASS.vmem, CLASS.lds), aroundBranch(CLASS.lds, CLASS.vmem)],
    example: 'buffer_load_dword v1, v0, s[0:3], 0 offen\ns_branch 0\nds_read_b32 v2, v0',
  },
  {
    id: 'H-25',
    producer: 'an image access of 4 or more dwords, with separate address registers',
    consumer: 'a buffer access whose offset has bit 1 or 2 set, right after it',
    waitStates: 1,
    consequence: 'the access fails if half of EXEC is 0',
    source: 'LLVM checkNSAtoVMEMHazard; Mesa',
    after: [
      withSeparateAddresses(2),
      of(CLASS.buffer, ({ fields }) => ((fields.offset! & UNSAFE_OFFSET_BITS) !== 0 ? ANY : NONE)),
    ],
  },
  {
    id: 'H-26',
    producer: 'v_writelane',
    consumer: 'an image access with separate address registers, right after it',
    waitStates: 1,
    consequence: 'undocumented',
    source: 'Mesa',
    after: [named(/^v_writelane/), withSeparateAddresses(1)],
  },
  {
    id: 'H-27',
    generations: ['gfx10', 'gfx10.3'],
    producer: 'a floating-point atomic in vector memory',
    consumer: 's_denorm_mode',
    needs: '3 wait states, a vector instruction or a counter wait',
    waitStates: 3,
    consequence: 'the atomic uses the new mode',
    source: 'LLVM checkFPAtomicToDenormModeHazard',
    after: [
      of(CLASS.vmem, named(FLOAT_ATOMIC)),
      named(/^s_denorm_mode$/),
      (facts) => isIn(facts, CLASS.valu) || facts.instruction.kind === 'waitcnt',
    ],
    example: 'buffer_atomic_fmin v1, v0, s[0:3], 0 offen\ns_denorm_mode 15',
  },
  {
    id: 'H-30',
    producer: 'a scalar store',
    consumer: 'a scalar load from its address',
    needs: 'a wait for lgkmcnt(0)',
    consequence: 'the old value is loaded',
    source: 'Mesa',
    unjudged: 'the addresses are not known on a path',
  },
  {
    id: 'H-54',
    generations: ['gfx9', 'gfx10', 'gfx10.3', 'gfx11'],
    producer: 'a load into LDS',
    consumer: 'an LDS access',
    needs: 'a wait for the load (vmcnt)',
    fix: 's_waitcnt vmcnt(0)',
    consequence: 'the access may come before the data',
    source: 'LLVM SIInsertWaitcnts; Mesa',
    forms: [
      {
        stages: [
          {
            begins: of(CLASS.loadToLds, ANY),
            counts: ({ instruction: { memory } }) => (memory?.counter === 'vm' ? 1 : 0),
            ends: (facts, _register, age) => waitsForCounter(facts, 'vm', age),
          },
        ],
        last: of(CLASS.lds, ANY),
      },
    ],
    example: { gfx9: 'buffer_load_dword v0, s[0:3], 0 offen lds\nds_read_b32 v2, v1', gfx11: '' },
  },
  {
    id: 'H-55',
    generations: ['gfx9', 'gfx10', 'gfx10.3', 'gfx11', 'gfx11.5', 'gfx12'],
    producer: 'an export or a GDS access',
    consumer: 'an instruction that writes EXEC',
    needs: 'a wait for expcnt(0)',
    fix: { gfx9: 's_waitcnt expcnt(0)', gfx12: 's_wait_expcnt 0x0' },
    consequence: 'the access uses the new mask',
    source: 'LLVM SIInsertWaitcnts; Mesa insert_waitcnt',
    forms: [
      pair(of(CLASS.export, ANY), of(CLASS.salu | CLASS.valu, writesExec), (facts) =>
        waitsForCounter(facts, 'exp'),
      ),
      pair(of(CLASS.gds, ANY), of(CLASS.salu | CLASS.valu, writesExec), waitsForGlobalShare),
    ],
    example: {
      gfx9: 'exp null off, off, off, off\ns_mov_b64 exec, 0',
      gfx11: 'exp mrt0 off, off, off, off\ns_mov_b64 exec, 0',
      gfx12: 'export mrt0 off, off, off, off\ns_mov_b64 exec, 0',
    },
  },
  {
    id: 'H-56',
    generations: ['gfx9', 'gfx10', 'gfx10.3', 'gfx11'],
    producer: 'a GDS access',
    consumer: 'an instruction that writes M0',
    needs: 'a wait for expcnt(0)',
    fix: 's_waitcnt expcnt(0)',
    consequence: 'the access uses the new M0',
    source: 'Mesa insert_waitcnt',
    forms: [pair(of(CLASS.gds, ANY), of(CLASS.salu | CLASS.valu, writesM0), waitsForGlobalShare)],
    example: 'ds_add_u32 v1, v2 gds\ns_mov_b32 m0, 0',
  },
]);
