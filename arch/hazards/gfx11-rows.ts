import { DEALLOC_VGPRS } from '../isa/print/message.js';
import { isAtLeast } from '../since-generation.js';
import { SCALAR } from '../wave-state.js';
import { CLASS, type HazardFacts, isIn, VECTOR_BASE, waitsForDependency } from './facts.js';
import type { HazardRow, Registers, Stage } from './row.js';
import {
  ANY,
  countsOf,
  defineHazards,
  LATE,
  NONE,
  of,
  perCounter,
  readsOld,
  readsSgprs,
  readsVcc,
  readsVectors,
  waitFor,
  writesExec,
  writesSgprs,
  writesVectors,
} from './select.js';

const GFX11_ONLY_64 = { generations: ['gfx11', 'gfx11.5'], wave: 64 } as const;
const MEMORY_OR_EXPORT = CLASS.vmem | CLASS.lds | CLASS.gds | CLASS.export;

/**
 * Whether an instruction waits for scalar results before it issues: memory accesses, vector instructions that write an
 * SGPR, VCC or EXEC, and branches on SCC or VCC (Mesa).
 */
export function waitsForScalarResults(facts: HazardFacts): boolean {
  return (
    waitsForDependency(facts, 'sa_sdst') ||
    isIn(facts, CLASS.smem | CLASS.vmem) ||
    (isIn(facts, CLASS.valu) && (writesSgprs(facts).length > 0 || writesExec(facts).length > 0)) ||
    /^s_cbranch_(?:scc|vcc)/.test(facts.mnemonic)
  );
}

/** The number of vector instructions after which none of their registers is in use. */
const VECTOR_DEPTH = 15;
const touches = (classes: number) =>
  of(classes, (facts) => [...readsVectors(facts), ...writesVectors(facts)]);
const touchesVectors = touches(CLASS.valu);
const touchesVector = ({ reads, writes }: HazardFacts, register: number) =>
  reads.includes(register) || writes.includes(register);
const countsVector = countsOf(CLASS.valu);
const loadsDirectly = of(CLASS.ldsDirect, writesVectors);
/** The bits of the field in the first word. */
const VECTOR_WAIT_BITS = 0xf0000;
const getVectorWait = ({ fields }: HazardFacts) => fields.wait_vdst ?? 0;

/**
 * Whether an instruction waits until at most `limit` vector results are missing: vector memory, data-share accesses and
 * exports wait for all, direct loads for as many as their field says.
 */
const waitsForVectors = (facts: HazardFacts, limit: number) =>
  isIn(facts, MEMORY_OR_EXPORT) ||
  waitsForDependency(facts, 'va_vdst') ||
  (isIn(facts, CLASS.ldsDirect) && getVectorWait(facts) <= limit);
const waitsForVectorResults = (facts: HazardFacts) => waitsForVectors(facts, 0);

const pendingVector: Pick<Stage, 'counts' | 'limit' | 'ends'> = {
  counts: countsVector,
  limit: VECTOR_DEPTH,
  ends: (facts, _register, age) => waitsForVectors(facts, age),
};
/** For transcendental instructions, a later vector instruction that uses the register counts instead. */
const pendingTranscendental: typeof pendingVector = {
  ...pendingVector,
  ends: (facts, register) =>
    waitsForVectors(facts, 0) ||
    (isIn(facts, CLASS.valu) && !isIn(facts, CLASS.trans) && touchesVector(facts, register)),
};

/** Whether a direct load waits until memory instructions have read their sources; only GFX12 has the field. */
const waitsForMemorySources = ({ gfx, fields }: HazardFacts) =>
  isAtLeast(gfx, 'gfx12') && fields.wait_vm_vsrc === 0;

function pairUp(a: number, b: number): number {
  return (a - VECTOR_BASE) * VECTOR_BASE + b - VECTOR_BASE;
}

function getPair(registers: number): Registers {
  return [VECTOR_BASE + Math.floor(registers / VECTOR_BASE), VECTOR_BASE + (registers % VECTOR_BASE)];
}

const readsPairs = of(CLASS.valu, (facts) => {
  const vectors = readsVectors(facts);
  return vectors.flatMap((a) => vectors.filter((b) => b !== a).map((b) => pairUp(a, b)));
});

export const readsSgprsOfAlu = of(CLASS.valu | CLASS.salu | CLASS.branch, readsSgprs);

const readsMask = of(CLASS.maskReader, (facts) => {
  const long = facts.fields.src2;
  return long === undefined || long >= SCALAR.M0 ? readsVcc(facts) : [long, long + 1];
});

/** Number of scalar instructions after which a scalar result has arrived (Mesa). */
const SCALAR_DEPTH = 6;

const SINCE_GFX11 = ['gfx11', 'gfx11.5', 'gfx12'] as const;

/** The hazards of GFX11 and later. */
export const GFX11_ROWS: readonly HazardRow[] = defineHazards(SINCE_GFX11, [
  {
    id: 'H-40',
    producer: 'a vector instruction, up to 15 before, that reads or writes a VGPR',
    consumer: 'a parameter load or direct load from LDS that writes it',
    needs:
      'a wait_vdst (GFX12: wait_va_vdst) of at most the number of vector instructions between; 0 after a transcendental one',
    fix: 'change the wait_vdst of the load',
    clears: VECTOR_WAIT_BITS,
    consequence: 'the vector instruction reads the new value, or overwrites it',
    effect: { shows: 'late', losesWrites: true },
    source: 'LLVM fixLdsDirectVALUHazard; Mesa',
    forms: [
      {
        stages: [{ ...pendingVector, begins: touchesVectors }],
        last: loadsDirectly,
        isSafe: (facts, age) => getVectorWait(facts) <= age,
      },
      {
        stages: [{ ...pendingTranscendental, begins: of(CLASS.trans, touchesVectors) }],
        last: loadsDirectly,
        isSafe: (facts) => getVectorWait(facts) === 0,
      },
      {
        stages: [
          { ...pendingVector, begins: touchesVectors },
          {
            ...pendingTranscendental,
            continues: true,
            classes: CLASS.trans,
            begins: (_facts, pending) => [pending],
          },
        ],
        last: loadsDirectly,
        isSafe: (facts) => getVectorWait(facts) === 0,
      },
    ],
    example: {
      gfx11: 'v_mov_b32_e32 v1, v0\nlds_param_load v1, attr0.x wait_vdst:1',
      gfx12: 'v_mov_b32_e32 v1, v0\nds_param_load v1, attr0.x wait_va_vdst:1 wait_vm_vsrc:0',
    },
  },
  {
    id: 'H-41',
    producer: 'a vector memory or data-share access that reads or writes a VGPR',
    consumer: 'a parameter load or direct load from LDS that writes it',
    needs: 'a vector instruction, an export, a wait for the access, or vm_vsrc(0)',
    fix: waitFor('vm_vsrc'),
    consequence: 'the access reads the new value, or overwrites it',
    effect: LATE,
    source: 'LLVM fixLdsDirectVMEMHazard; Mesa',
    forms: perCounter(
      touches(CLASS.vmem | CLASS.lds | CLASS.gds),
      loadsDirectly,
      (facts) =>
        isIn(facts, CLASS.valu | CLASS.export) ||
        waitsForDependency(facts, 'vm_vsrc') ||
        (isIn(facts, CLASS.ldsDirect) && waitsForMemorySources(facts)),
      waitsForMemorySources,
    ),
    example: {
      gfx11: 'buffer_store_b32 v1, v0, s[0:3], 0 offen\nlds_param_load v1, attr0.x wait_vdst:0',
      gfx12:
        'buffer_store_b32 v1, v0, s[0:3], null offen\nds_param_load v1, attr0.x wait_va_vdst:0 wait_vm_vsrc:1',
    },
  },
  {
    id: 'H-42',
    generations: ['gfx11'],
    producer: 'a transcendental instruction',
    consumer:
      'a vector instruction that reads its result, with at most 5 vector and 1 transcendental ones between',
    needs: 'a memory access, an export, or va_vdst(0)',
    source: 'LLVM fixVALUTransUseHazard; Mesa',
    ...readsOld(
      'va_vdst',
      ...[0, 1].map((transBetween) => ({
        stages: Array.from(
          { length: 1 + transBetween },
          (_, stage): Stage => ({
            classes: CLASS.trans,
            begins: stage === 0 ? of(CLASS.trans, writesVectors) : (_facts, pending) => [pending],
            counts: countsVector,
            limit: 6,
            ends: (facts) => waitsForVectorResults(facts) || isIn(facts, CLASS.trans),
          }),
        ),
        last: of(CLASS.valu, readsVectors),
      })),
    ),
    example: 'v_exp_f32_e32 v1, v0\nv_mov_b32_e32 v2, v1',
  },
  {
    id: 'H-43',
    ...GFX11_ONLY_64,
    producer:
      'vector instructions that write two VGPRs before and after a scalar write of EXEC, at most 2 between',
    consumer: 'a vector instruction that reads both, with at most 4 between',
    needs: 'a memory access, an export, or va_vdst(0)',
    fix: waitFor('va_vdst'),
    consequence: 'half of the wave reads old values',
    effect: { shows: 'poison', registers: getPair },
    source: 'LLVM fixVALUPartialForwardingHazard; Mesa',
    forms: [
      {
        stages: [
          {
            begins: of(CLASS.valu, writesVectors),
            counts: countsVector,
            limit: 3,
            ends: waitsForVectorResults,
          },
          {
            classes: CLASS.salu,
            begins: (facts, pending) => (writesExec(facts).length > 0 ? [pending] : NONE),
            continues: true,
            counts: countsVector,
            limit: 3,
            ends: (facts, register) => waitsForVectorResults(facts) || facts.writes.includes(register),
          },
          {
            classes: CLASS.valu,
            begins: (facts, pending) =>
              // An instruction that writes both leaves nothing from before.
              facts.writes.includes(pending)
                ? NONE
                : writesVectors(facts).map((register) => pairUp(pending, register)),
            counts: countsVector,
            limit: 5,
            ends: (facts, registers) =>
              waitsForVectorResults(facts) ||
              getPair(registers).some((register) => facts.writes.includes(register)),
          },
        ],
        last: readsPairs,
      },
    ],
    example: 'v_mov_b32_e32 v1, v0\ns_mov_b64 exec, -1\nv_mov_b32_e32 v2, v0\nv_add_nc_u32_e32 v3, v1, v2',
  },
  {
    id: 'H-44',
    ...GFX11_ONLY_64,
    producer:
      'a vector instruction that reads a lane mask from an SGPR pair or VCC, then a scalar write of one of the pair',
    consumer: 'an instruction that reads it',
    needs: 'sa_sdst(0) after the write',
    source: 'LLVM fixVALUMaskWriteHazard; Mesa',
    ...readsOld('sa_sdst', {
      stages: [
        {
          begins: readsMask,
          ends: (facts) =>
            waitsForDependency(facts, 'sa_sdst') || (isIn(facts, CLASS.valu) && readsSgprs(facts).length > 0),
        },
        {
          classes: CLASS.salu,
          begins: ({ writes }, pending) => (writes.includes(pending) ? [pending] : NONE),
          counts: countsOf(CLASS.salu),
          limit: SCALAR_DEPTH,
          ends: waitsForScalarResults,
        },
      ],
      last: readsSgprsOfAlu,
      isSafe: waitsForScalarResults,
    }),
    example: 'v_cndmask_b32_e32 v1, v0, v0, vcc\ns_mov_b32 vcc_lo, 0\nv_mov_b32_e32 v2, vcc_lo',
  },
  {
    id: 'H-45',
    producer: 'a matrix instruction (WMMA, SWMMAC)',
    consumer: 'the next one, if it reads the result as a factor or index',
    needs: 'a vector instruction, such as v_nop',
    consequence: 'the old value is read',
    source: 'LLVM fixWMMAHazards; Mesa',
    unjudged: 'matrix instructions are refused by name',
  },
  {
    id: 'H-46',
    generations: ['gfx11.5'],
    producer: 'a group of exports',
    consumer: 'the next instruction, or the end',
    needs:
      's_setprio 0, s_waitcnt_expcnt null, 0x0, two s_nop 0 and s_setprio 2, and the high priority elsewhere',
    consequence: 'exports starve',
    source: 'LLVM fixRequiredExportPriority; Mesa',
    unjudged: 'it concerns speed, not results',
  },
  {
    id: 'H-47',
    producer: 'any instruction but s_nop',
    consumer: 's_sendmsg of MSG_DEALLOC_VGPRS, right after it',
    needs: 's_nop 0',
    fix: 's_nop 0',
    consequence: 'undocumented',
    source: 'LLVM SIInsertWaitcnts; Mesa',
    forms: [
      {
        stages: [
          {
            begins: (facts) => (facts.mnemonic === 's_nop' ? NONE : ANY),
            counts: () => 1,
            limit: 1,
          },
        ],
        last: of(CLASS.message, ({ instruction: { immediate } }) =>
          (immediate & 0xff) === DEALLOC_VGPRS ? ANY : NONE,
        ),
      },
    ],
    example: 's_mov_b32 s0, s0\ns_sendmsg sendmsg(MSG_DEALLOC_VGPRS)',
  },
  {
    id: 'H-52',
    generations: ['gfx12'],
    producer: 's_setreg of SCHED_MODE to 2 (expert)',
    consumer: 'any instruction until it is 0',
    needs: 'waits for all vector results and sources',
    consequence: 'old values are read, or registers are overwritten early',
    source: 'LLVM SIInsertWaitcnts',
    unjudged: 'the mode is refused by name',
  },
]);
