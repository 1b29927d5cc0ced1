import {
  findSuite,
  killMatrixFile,
  NO_OVERRIDES,
  parseTestName,
  planTests,
  readKillMatrix,
  readSeed,
  selectSequences,
} from '../../../regression/index.js';
import { poolCells } from './pool-cells.js';

/** What names a test of the pool. */
export interface NamedTest {
  readonly sequence: string;
  readonly seed: string;
}

/** Suite that tests are drawn from, and the one whose cells stand beside them. */
const [DRAWN, CELLS] = ['smoke', 'matrix'];

/** Tests that mutants run: those that kill the faults, without a fault; this many tests of smoke; the cells of the scenario matrix. */
export function poolTests(root: string, count: number): readonly NamedTest[] {
  const cells = poolCells();
  const all = [
    ...killersOfFaults(),
    ...planned(root, DRAWN, () => true, count),
    ...planned(root, CELLS, (name) => cells.includes(name), cells.length),
  ];
  const byName = new Map(all.map((test) => [`${test.sequence} ${test.seed}`, test]));
  return [...byName.values()];
}

function killersOfFaults(): readonly NamedTest[] {
  return readKillMatrix(killMatrixFile()).map(({ killer }) => {
    const { sequence, seed } = parseTestName(killer);
    return { sequence, seed };
  });
}

/** The first tests of a plan of the suite's sequences whose name is wanted. */
function planned(
  root: string,
  suite: string,
  isWanted: (name: string) => boolean,
  count: number,
): readonly NamedTest[] {
  const sequences = selectSequences(findSuite(suite), undefined, NO_OVERRIDES);
  const wanted = sequences.filter(({ sequence }) => isWanted(sequence.name));
  const plan = planTests(readSeed(root), wanted);
  return Array.from({ length: count }, () => plan.next().value).map(({ sequence, seed }) => ({
    sequence,
    seed,
  }));
}
