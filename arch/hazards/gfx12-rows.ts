import type { DependencyName } from '../isa/dependencies.js';
import { SCALAR } from '../wave-state.js';
import { CLASS, isIn, waitsForDependency } from './facts.js';
import { readsSgprsOfAlu, waitsForScalarResults, writesOneOf } from './gfx11-rows.js';
import type { Form, HazardRow, Stage } from './row.js';
import { countsOf, defineHazards, of, readsSgprs, STALE, waitFor, writesSgprs } from './select.js';

/** The first register of the aligned pair that contains an SGPR. */
const toPair = (register: number) => register & ~1;

/** Number of scalar instructions after which a scalar result has arrived (Mesa). */
const SCALAR_DEPTH = 10;

const READS_OLD = {
  consequence: 'the old value is read',
  effect: STALE,
  source: 'LLVM AMDGPUWaitSGPRHazards; Mesa',
} as const;

type Concerns = (register: number) => boolean;
const ANY_REGISTER: Concerns = () => true;

/** Returns the form of a pair of scalar registers that a vector instruction reads and one of class `writer` writes. */
const afterRead = (
  writer: number,
  pending: Partial<Stage>,
  last: Form['last'],
  concerns = ANY_REGISTER,
): Form => ({
  stages: [
    { begins: of(CLASS.valu, (facts) => readsSgprs(facts).filter(concerns).map(toPair)) },
    { begins: writesOneOf(writer, (register, pair) => toPair(register) === pair), ...pending },
  ],
  last,
});

/** Returns what a row says about SGPRs, or VCC, that vector instructions read and write. */
const writtenByVectors = (name: DependencyName, concerns: Concerns) => {
  const ends: Stage['ends'] = (facts) =>
    waitsForDependency(facts, name) ||
    isIn(facts, CLASS.smem | CLASS.vmem) ||
    (isIn(facts, CLASS.salu | CLASS.branch) && [...readsSgprs(facts), ...writesSgprs(facts)].some(concerns));
  return {
    fix: waitFor(name),
    forms: [afterRead(CLASS.valu, { ends }, of(CLASS.valu, readsSgprs), concerns)],
  };
};

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
      ...READS_OLD,
      forms: [
        {
          ...afterRead(
            CLASS.salu,
            { counts: countsOf(CLASS.salu), limit: SCALAR_DEPTH, ends: waitsForScalarResults },
            readsSgprsOfAlu,
          ),
          isSafe: waitsForScalarResults,
        },
      ],
      example: 'v_mov_b32_e32 v1, s20\ns_mov_b32 s20, 0\nv_mov_b32_e32 v2, s20',
    },
    {
      id: 'H-51',
      producer:
        'a vector instruction that reads an SGPR, then a vector write of it or of the other of its pair',
      consumer: 'a vector instruction that reads what was written',
      needs: 'a scalar, buffer or image access, a scalar use of an SGPR, or va_sdst(0), after the write',
      ...READS_OLD,
      ...writtenByVectors('va_sdst', (register) => register < SCALAR.VCC_LO),
      example: 'v_mov_b32_e32 v1, s20\nv_readfirstlane_b32 s20, v1\nv_mov_b32_e32 v2, s20',
    },
    {
      id: 'H-57',
      producer: 'a vector instruction that reads VCC, then a vector write of it',
      consumer: 'a vector instruction that reads what was written',
      needs: 'a scalar, buffer or image access, a scalar use of VCC, or va_vcc(0), after the write',
      ...READS_OLD,
      ...writtenByVectors('va_vcc', (register) => register >= SCALAR.VCC_LO),
      example: 'v_mov_b32_e32 v1, vcc_lo\nv_readfirstlane_b32 vcc_lo, v1\nv_mov_b32_e32 v2, vcc_lo',
    },
  ],
);
