import { printInstruction } from '../../../arch/index.js';
import { replaceText } from '../../programs/edit.js';
import { isSharedAccess, mainPart } from '../../programs/places.js';
import { readsOnly } from '../objects.js';
import type { MutantOperator } from '../operator.js';

const BITS = / (?:glc|dlc|scope:\w+)\b/g;

/** Each access that carries coherence bits without them. */
export const coherenceCleared: MutantOperator = {
  name: 'coherence-cleared',
  text: 'an access to coherent memory carries no coherence bits, or no scope',
  classes: ['VIS', 'ORD'],
  needsStaleCaches: true,
  mutants: (program) => {
    const { set, wave } = program.decoded;
    return mainPart(program)
      .filter((each) => isSharedAccess(each) && each.memory?.access !== 'atomic')
      .filter(({ memory }) => memory?.glc || memory?.dlc || (memory?.scope ?? 0) > 0)
      .map((access) => ({
        words: replaceText(program, access.index, printInstruction(access, set, wave).replace(BITS, '')),
        pc: access.pc,
        equivalence: () => (readsOnly(program.decoded, access) ? 'nothing writes what it reads' : undefined),
      }));
  },
};
