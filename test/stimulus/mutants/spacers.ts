import type { Instruction } from '../../../arch/index.js';
import {
  DEPENDENCIES,
  DEPENDENCY_FIELDS,
  type DependencyName,
  readDependency,
} from '../../../arch/isa/dependencies.js';
import { remove, replace, rewrite } from '../../../stimulus/programs/edit.js';
import type { RuleClass } from '../../../transactions/index.js';
import { atEach, type ProgramOperator } from './program-operators.js';

const CLASSES: readonly RuleClass[] = ['HAZ', 'RACE'];

/** Mistakes in what keeps the instructions of a hazard apart. */
export const SPACER_DROPPED: ProgramOperator = {
  name: 'spacer-dropped',
  text: 'what keeps a hazard apart is omitted',
  classes: CLASSES,
  mutants: atEach(isSpacer, (at) => remove(at)),
};

export const SPACER_WEAKENED: ProgramOperator = {
  name: 'spacer-weakened',
  text: 'what keeps a hazard apart is one too little',
  classes: CLASSES,
  mutants: atEach(isSpacer, (at, { mnemonic, immediate }) => {
    if (!DEPENDENCIES.has(mnemonic)) return immediate > 0 ? replace(at, (word) => word - 1) : [];
    return (Object.keys(DEPENDENCY_FIELDS) as DependencyName[])
      .filter((name) => readDependency(immediate, name) === 0)
      .map((name) => {
        const [lowest] = DEPENDENCY_FIELDS[name];
        return rewrite(at, () => `${mnemonic} 0x${(immediate + 2 ** lowest).toString(16)}`);
      });
  }),
};

function isSpacer({ mnemonic }: Instruction): boolean {
  return mnemonic === 's_nop' || DEPENDENCIES.has(mnemonic);
}
