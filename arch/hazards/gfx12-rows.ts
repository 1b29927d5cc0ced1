import type { DependencyName } from '../isa/dependencies.js';
import { SCALAR } from '../wave-state.js';
import { CLASS, type HazardFacts, isIn, waitsForDependency } from './facts.js';
import { readsSgprsOfAlu, waitsForScalarResults } from './gfx11-rows.js';
import type { Form, Stage } from './row.js';
import { countsOf, defineHazards, NONE, of, readsOld, readsSgprs, writesSgprs } from './select.js';

/** The first register of the aligned pair that contains an SGPR. */
const toPair = (register: number) => register & ~1;

const writesPair: Stage['begins'] = ({ writes }, pair) =>
  writes.includes(pair) || writes.includes(pair + 1) ? writes.filter((r) => toPair(r) === pair) : NONE;

/** Returns a row of scalar registers that a vector instruction reads, and one of class `writer` then writes. */
const afterRead = (
  writer: number,
  name: DependencyName,
  written: Partial<Stage>,
  form: Omit<Form, 'stages'>,
) => ({
  source: 'LLVM AMDGPUWaitSGPRHazards; Mesa',
  ...readsOld(name, {
    stages: [
      { begins: of(CLASS.valu, (facts) => readsSgprs(facts).map(toPair)) },
      { classes: writer, begins: writesPair, ...written },
    ],
    ...form,
  }),
});

const isVcc = (register: number) => register >= SCALAR.VCC_LO;

/** Returns such a row of SGPRs or VCC that vector instructions write. A scalar use of any of them waits for all (Mesa). */
const writtenByVectors = (name: DependencyName, ofVcc: boolean) => {
  const concerned = (registers: readonly number[]) => registers.filter((r) => isVcc(r) === ofVcc);
  const ends = (facts: HazardFacts) =>
    waitsForDependency(facts, name) ||
    isIn(facts, CLASS.smem | CLASS.vmem) ||
    (isIn(facts, CLASS.salu | CLASS.branch) &&
      concerned([...readsSgprs(facts), ...writesSgprs(facts)]).length > 0);
  const last = of(CLASS.valu, (facts) => concerned(readsSgprs(facts)));
  return {
    ...afterRead(CLASS.valu, name, { ends }, { last }),
    consumer: 'a vector instruction that reads it',
  };
};

/** The hazards that only GFX12 has. The scalar hardware keeps a result for ten scalar instructions (Mesa). */
export const GFX12_ROWS = defineHazards(
  ['gfx12'],
  [
    {
      id: 'H-50',
      producer:
        'a vector instruction that reads an SGPR or VCC, then a scalar write of it or of the other of its aligned pair',
      consumer: 'an instruction that reads what was written',
      needs: 'a scalar, buffer or image access, or sa_sdst(0), after the write',
      ...afterRead(
        CLASS.salu,
        'sa_sdst',
        { counts: countsOf(CLASS.salu), limit: 10, ends: waitsForScalarResults },
        { last: readsSgprsOfAlu, isSafe: waitsForScalarResults },
      ),
      example: 'v_mov_b32_e32 v1, s20\ns_mov_b32 s20, 0\nv_mov_b32_e32 v2, s20',
    },
    {
      id: 'H-51',
      producer:
        'a vector instruction that reads an SGPR, then a vector write of it or of the other of its pair',
      needs: 'a scalar, buffer or image access, a scalar use of an SGPR, or va_sdst(0), after the write',
      ...writtenByVectors('va_sdst', false),
      example: 'v_mov_b32_e32 v1, s20\nv_readfirstlane_b32 s20, v1\nv_mov_b32_e32 v2, s20',
    },
    {
      id: 'H-57',
      producer: 'a vector instruction that reads VCC, then a vector write of it',
      needs: 'a scalar, buffer or image access, a scalar use of VCC, or va_vcc(0), after the write',
      ...writtenByVectors('va_vcc', true),
      example: 'v_mov_b32_e32 v1, vcc_lo\nv_readfirstlane_b32 vcc_lo, v1\nv_mov_b32_e32 v2, vcc_lo',
    },
  ],
);
