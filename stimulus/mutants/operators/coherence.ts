import { type DecodedProgram, type Instruction, printInstruction } from '../../../arch/index.js';
import { replaceText } from '../../programs/edit.js';
import { getMainPart, isSharedAccess } from '../../programs/places.js';
import { accessesSingleWord, hasCoherenceBits, isAlreadyRead } from '../addresses.js';
import { loadsReadOnlyObject } from '../objects.js';
import type { MutantOperator } from '../operator.js';

const BITS = / (?:glc|dlc|scope:\w+)\b/g;

/** Clears the coherence bits of an access. There is one mutant for each access that has them. */
export const coherenceCleared: MutantOperator = {
  name: 'coherence-cleared',
  text: 'an access to coherent memory loses its coherence bits or scope',
  classes: ['VIS', 'ORD'],
  needsStaleCaches: true,
  mutants: (program) => {
    const { set, wave } = program.decoded;
    return getMainPart(program)
      .filter((access) => isSharedAccess(access) && access.memory?.access !== 'atomic')
      .filter(({ memory }) => memory !== undefined && hasCoherenceBits(memory))
      .map((access) => ({
        words: replaceText(program, access.index, printInstruction(access, set, wave).replace(BITS, '')),
        pc: access.pc,
        equivalence: () => explainRedundantBits(program.decoded, access),
      }));
  },
};

/** Explains why no wave can notice the missing bits, or returns undefined if one might. */
function explainRedundantBits(program: DecodedProgram, access: Instruction): string | undefined {
  if (loadsReadOnlyObject(program, access)) return 'it reads memory that is never written';
  if (accessesSingleWord(program, access))
    return 'all lanes access one word; interlocks do not order such accesses, so any earlier value is valid';
  if (isAlreadyRead(program, access)) return 'the wave has already read the word with coherence bits (S-104)';
  return undefined;
}
