import type { DependencyName } from '../isa/dependencies.js';
import { SCALAR } from '../wave-state.js';
import { CLASS, type HazardFacts, isIn, waitsForDependency } from './facts.js';
import { readsSgprsOfAlu, waitsForScalarResults, writesOneOf } from './gfx11-rows.js';
import type { HazardRow } from './row.js';
import { countsOf, defineHazards, of, readsSgprs, STALE, waitFor, writesSgprs } from './select.js';

/** The first register of the aligned pair that contains an SGPR. */
const toPair = (register: number) => register & ~1;

/** Number of scalar instructions after which a scalar result has arrived (Mesa). */
const SCALAR_DEPTH = 10;

/** What rows say about SGPRs or VCC that a vector instruction reads, another one writes, and a third one reads. */
const writtenByVectors = (name: DependencyName, concerns: (register: number) => boolean) => ({
  consumer: 'a vector instruction that reads what was written',
  fix: waitFor(name),
  consequence: 'the old value is read',
  effect: STALE,
  source: 'LLVM AMDGPUWaitSGPRHazards; Mesa',
  forms: [
    {
      stages: [
        { begins: of(CLASS.valu, (facts) => readsSgprs(facts).filter(concerns).map(toPair)) },
        {
          begins: writesOneOf(CLASS.valu, (register, pending) => toPair(register) === pending),
          ends: (facts: HazardFacts) =>
            waitsForDependency(facts, name) ||
            isIn(facts, CLASS.smem | CLASS.vmem) ||
            (isIn(facts, CLASS.salu | CLASS.branch) &&
              [...readsSgprs(facts), ...writesSgprs(facts)].some(concerns)),
        },
      ],
      last: of(CLASS.valu, readsSgprs),
    },
  ],
});

/** The hazards that only GFX12 has. */
export const GFX12_ROWS: readonly HazardRow[] = defineHazards(
  ['gfx12'],
  [
    {
      id: 'H-50',
      producer:
        'a vector instruction that reads an SGPR or VCC, then a scalar write of it or of the other of its aligned pair',
      consumer: 'an instruction that reads what was written',
      needs: 'a scalar, buffer or image access, or sa_sdst(0), after the write',
      fix: waitFor('sa_sdst'),
      consequence: 'the old value is read',
      effect: STALE,
      source: 'LLVM AMDGPUWaitSGPRHazards; Mesa',
      forms: [
        {
          stages: [
            { begins: of(CLASS.valu, (facts) => readsSgprs(facts).map(toPair)) },
            {
              begins: writesOneOf(CLASS.salu, (register, pending) => toPair(register) === pending),
              counts: countsOf(CLASS.salu),
              limit: SCALAR_DEPTH,
              ends: waitsForScalarResults,
            },
          ],
          last: readsSgprsOfAlu,
          isSafe: waitsForScalarResults,
        },
      ],
      example: 'v_mov_b32_e32 v1, s20\ns_mov_b32 s20, 0\nv_mov_b32_e32 v2, s20',
    },
    {
      id: 'H-51',
      producer:
        'a vector instruction that reads an SGPR, then a vector write of it or of the other of its pair',
      needs: 'a scalar, buffer or image access, a scalar use of an SGPR, or va_sdst(0), after the write',
      example: 'v_mov_b32_e32 v1, s20\nv_readfirstlane_b32 s20, v1\nv_mov_b32_e32 v2, s20',
      ...writtenByVectors('va_sdst', (register) => register < SCALAR.VCC_LO),
    },
    {
      id: 'H-57',
      producer: 'a vector instruction that reads VCC, then a vector write of it',
      needs: 'a scalar, buffer or image access, a scalar use of VCC, or va_vcc(0), after the write',
      example: 'v_mov_b32_e32 v1, vcc_lo\nv_readfirstlane_b32 vcc_lo, v1\nv_mov_b32_e32 v2, vcc_lo',
      ...writtenByVectors('va_vcc', (register) => register >= SCALAR.VCC_LO),
    },
    {
      id: 'H-52',
      producer: 's_setreg of SCHED_MODE to 2 (expert)',
      consumer: 'any instruction until it is 0',
      needs: 'waits for all vector results and sources',
      consequence: 'old values are read, or registers are overwritten early',
      source: 'LLVM SIInsertWaitcnts',
      unjudged: 'the mode is refused by name',
    },
  ],
);
