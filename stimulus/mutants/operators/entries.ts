import type { Gfx } from '../../../arch/index.js';
import {
  EXIT_BY_EXPORT,
  WITH_NEWEST_ID_OFF_BY_ONE,
  WITH_PACKER_REGISTER,
  WITH_WAVE_IDS,
} from '../../../arch/index.js';
import type { RuleClass } from '../../../transactions/index.js';
import type { EditedProgram, Mutator } from '../../programs/edit.js';
import { dropInstructions, replaceInstruction, replaceText } from '../../programs/edit.js';
import { ENTRY_FAULTS, isPackerField } from '../../programs/entry-faults.js';
import { findEntry, getMainPart } from '../../programs/places.js';
import type { MutantOperator } from '../operator.js';
import { explainUnobservableOrder } from '../unobservable-order.js';

const ENTRY_CLASSES: readonly RuleClass[] = ['PROTO', 'ORD', 'HANG'];
/**
 * Adding this to a SOPC word increments its opcode, which is in bits 22:16. Scalar instructions have their two sources
 * in bits 15:8 and 7:0.
 */
const SOPC_OPCODE_STEP = 1 << 16;

/** Operators that break the entry wait. Each creates at most one mutant per program. */
export const ENTRY_MUTANTS: readonly MutantOperator[] = [
  createOperator(
    'compare-signed',
    'the entry wait compares ids as signed numbers',
    ENTRY_CLASSES,
    WITH_WAVE_IDS,
    ENTRY_FAULTS.F88!,
  ),
  createOperator(
    'compare-not-strict',
    'the entry wait lets in waves with equal ids',
    ENTRY_CLASSES,
    WITH_WAVE_IDS,
    ENTRY_FAULTS.F89!,
  ),
  createOperator(
    'compare-reversed',
    'the entry wait compares the ids in the wrong direction',
    ENTRY_CLASSES,
    WITH_WAVE_IDS,
    (program) =>
      replaceInstruction(
        program,
        findComparison(program),
        (word) => (word & ~0xffff) | ((word & 0xff) << 8) | ((word >>> 8) & 0xff),
      ),
  ),
  createOperator(
    'compare-inverted',
    'the entry wait lets in a wave that must wait',
    ENTRY_CLASSES,
    WITH_WAVE_IDS,
    (program) => replaceInstruction(program, findComparison(program), (word) => word - SOPC_OPCODE_STEP),
  ),
  createOperator(
    'remap-dropped',
    'ids are compared without rebasing',
    ENTRY_CLASSES,
    WITH_WAVE_IDS,
    ENTRY_FAULTS.F90!,
  ),
  createOperator(
    'remap-by-current',
    'ids are rebased with -current instead of ~current',
    ENTRY_CLASSES,
    WITH_WAVE_IDS,
    ENTRY_FAULTS.F91!,
  ),
  createOperator(
    'mask-dropped',
    'unused bits of the argument are not masked off',
    ENTRY_CLASSES,
    WITH_WAVE_IDS,
    ENTRY_FAULTS.F92!,
  ),
  createOperator(
    'correction-dropped',
    'the newest id is left one too small',
    ENTRY_CLASSES,
    WITH_NEWEST_ID_OFF_BY_ONE,
    ENTRY_FAULTS.F85!,
  ),
  createOperator(
    'correction-reversed',
    'the newest id is corrected even without a wrap',
    ENTRY_CLASSES,
    WITH_NEWEST_ID_OFF_BY_ONE,
    ENTRY_FAULTS.F86!,
  ),
  createOperator(
    'correction-added',
    'the newest id is corrected when it is already right',
    ENTRY_CLASSES,
    WITH_PACKER_REGISTER,
    ENTRY_FAULTS.F87!,
  ),
  createOperator(
    'packer-field',
    'the packer is read from the bits that another generation uses',
    ENTRY_CLASSES,
    WITH_WAVE_IDS,
    ENTRY_FAULTS.F82!,
  ),
  createOperator(
    'packer-fixed',
    'every wave selects the same packer',
    ENTRY_CLASSES,
    WITH_WAVE_IDS,
    (program) => {
      const { index, defines } = getMainPart(program).find(({ words }) => isPackerField(words[1]))!;
      return replaceText(program, index, `s_mov_b32 s${defines.scalars[0]}, 0`);
    },
  ),
  createOperator('packer-dropped', 'the packer is never set', ENTRY_CLASSES, WITH_WAVE_IDS, (program) =>
    dropInstructions(program, [
      getMainPart(program).findIndex(
        ({ kind, index }) => kind === 'setreg' && index > findEntry(program)!.first,
      ),
    ]),
  ),
  createOperator(
    'single-poll',
    'the exiting id is read once, before the loop',
    ENTRY_CLASSES,
    WITH_WAVE_IDS,
    ENTRY_FAULTS.F74!,
  ),
  createOperator(
    'event-dropped',
    'the event wait is removed',
    ['ORD', 'RACE', 'PROTO'],
    EXIT_BY_EXPORT,
    (program) =>
      dropInstructions(program, [getMainPart(program).findIndex(({ kind }) => kind === 'wait-event')]),
  ),
  createOperator(
    'event-polarity',
    "the event wait's operand is inverted",
    ['PROTO'],
    EXIT_BY_EXPORT,
    ENTRY_FAULTS.F81!,
  ),
];

function createOperator(
  name: string,
  text: string,
  classes: readonly RuleClass[],
  generations: readonly Gfx[],
  mutate: Mutator,
): MutantOperator {
  return {
    name,
    text,
    classes,
    mutants: (program) => {
      const pc = generations.includes(program.decoded.gfx) ? findEntryPc(program) : undefined;
      return pc === undefined
        ? []
        : [{ words: mutate(program), pc, equivalence: () => explainUnobservableOrder(program) }];
    },
  };
}

/** Returns the pc of the poll or event wait before the section, or undefined if there is no section. */
function findEntryPc(program: EditedProgram): number | undefined {
  const index =
    findEntry(program)?.poll ?? getMainPart(program).find(({ kind }) => kind === 'wait-event')?.index;
  return index === undefined ? undefined : program.decoded.instructions[index].pc;
}

function findComparison(program: EditedProgram): number {
  const { poll } = findEntry(program)!;
  return getMainPart(program).findIndex(
    ({ mnemonic, index }) => index > poll && mnemonic.startsWith('s_cmp_'),
  );
}
