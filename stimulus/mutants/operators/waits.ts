import type { CounterName, Gfx, Instruction, Wait, WaitName } from '../../../arch/index.js';
import { counterMaximum, getWaitFields } from '../../../arch/index.js';
import { emitWaits } from '../../dialect/index.js';
import { decodeForEditing, dropInstructions, type EditedProgram, replaceText } from '../../programs/edit.js';
import { getMainPart } from '../../programs/places.js';
import type { MutantOperator, ProgramMutant } from '../operator.js';
import { coversAllWaits } from '../wait-coverage.js';

/** Omits a counter wait. There is one mutant per wait. */
export const waitDropped: MutantOperator = {
  name: 'wait-dropped',
  text: 'a counter wait is omitted',
  classes: ['RACE'],
  mutants: (program) =>
    listWaits(program).map(({ index, pc }) =>
      createWeakerMutant(program, pc, dropInstructions(program, [index])),
    ),
};

/** Increments one count of a wait. There is one mutant per count. */
export const waitWeakened: MutantOperator = {
  name: 'wait-weakened',
  text: 'a counter wait leaves one more operation outstanding',
  classes: ['RACE'],
  mutants: (program) =>
    listWaits(program).flatMap((instruction) =>
      listCounts(instruction).flatMap(([counter, count]) => {
        if (count + 1 >= counterMaximum(program.decoded.gfx, counter)) return [];
        const text = emitSimilarWait(
          instruction,
          { ...instruction.wait, [counter]: count + 1 },
          program.decoded.gfx,
        );
        return [createWeakerMutant(program, instruction.pc, replaceText(program, instruction.index, text))];
      }),
    ),
};

/** Matches the GFX12 instructions that wait for two counters, each of which has a six-bit field. */
const TWO_COUNTER_WAIT = /^s_wait_\w+_dscnt$/;
const SIX_BIT_MASK = 0x3f;

/** Emits a wait with different counts that takes up the same number of words. */
function emitSimilarWait({ mnemonic }: Instruction, wait: Wait, gfx: Gfx): string {
  if (!TWO_COUNTER_WAIT.test(mnemonic)) return emitWaits(gfx, wait);
  const immediate = getWaitFields(mnemonic as WaitName, gfx).reduce(
    (sum, [counter, [[low]]]) => sum | ((wait[counter] ?? SIX_BIT_MASK) << low),
    0,
  );
  return `${mnemonic} 0x${immediate.toString(16)}`;
}

/** Creates a mutant with a weaker wait. It is equivalent to the original if other waits cover the same operations. */
function createWeakerMutant(program: EditedProgram, pc: number, words: readonly number[]): ProgramMutant {
  return {
    words,
    pc,
    equivalence: () =>
      coversAllWaits(
        program,
        decodeForEditing(words, program.decoded.gfx, program.decoded.wave, program.epilog),
      )
        ? 'on every path, other waits cover each operation before its registers are used'
        : undefined,
  };
}

function listWaits(program: EditedProgram): readonly Instruction[] {
  return getMainPart(program).filter(({ kind, wait }) => kind === 'waitcnt' && wait !== undefined);
}

function listCounts({ wait }: Instruction): [CounterName, number][] {
  return Object.entries(wait ?? {}) as [CounterName, number][];
}
