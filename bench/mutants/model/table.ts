import { isAlive, type JudgedMutant, killerOf } from './judged.js';

/** Killed mutants of all that are not equivalent, from 0 to 1; 1 where there are none. */
export function killedShare(judged: readonly JudgedMutant[]): number {
  const telling = judged.filter(({ status }) => status !== 'equivalent');
  return telling.length === 0 ? 1 : telling.filter(isKilled).length / telling.length;
}

/** What became of a sample, in a line: `150 killed in random tests, 40 by tests of the model alone, 8 equivalent, 2 alive, 1 of them DEVICE only`. */
export function outcomesText(judged: readonly JudgedMutant[]): string {
  const killed = judged.filter(isKilled);
  const byUnitTests = killed.filter((each) => killerOf(each) === 'unit tests').length;
  const equivalent = judged.filter(({ status }) => status === 'equivalent').length;
  const living = judged.filter(isAlive);
  const device = living.filter((each) => each.device === true).length;
  return `${killed.length - byUnitTests} killed in random tests, ${byUnitTests} by tests of the model alone, ${equivalent} equivalent, ${living.length} alive, ${device} of them DEVICE only`;
}

function isKilled({ status }: JudgedMutant): boolean {
  return status === 'killed';
}
