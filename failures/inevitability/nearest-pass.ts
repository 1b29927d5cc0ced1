import type { Trial, Trials } from './trials.js';
import { listAnswersToTry } from './value-bands.js';

/** The number of random continuations to try at each choice. */
const CONTINUATIONS = 8;

/**
 * Searches for the passing trial that stays with the failing run the longest. If changing a single answer is enough,
 * only that answer differs, and it is the passing one nearest to the recorded answer. Returns undefined if none of
 * `trials` passed.
 *
 * @param choices choices of the failing run up to its failure.
 */
export function searchNearestPass(
  trials: Trials,
  choices: readonly { readonly answer: number; readonly alternatives: number }[],
): Trial | undefined {
  if (trials.nearest === undefined) return undefined;
  let failing = choices.length;
  while (failing - trials.nearest.repeated > 1 && !trials.exhausted) {
    const middle = Math.floor((trials.nearest.repeated + failing) / 2);
    if (!canPass(trials, middle)) failing = middle;
  }
  const { repeated } = trials.nearest;
  const { answer, alternatives } = choices[repeated]!;
  const replacement = findNearestAnswer(trials, repeated, answer, alternatives);
  return replacement === undefined ? trials.nearest : { repeated, replacement, rest: 'recorded' };
}

/**
 * Returns the passing answer nearest to the recorded one, with all other choices unchanged, or undefined if none of the
 * answers tried passes.
 */
function findNearestAnswer(
  trials: Trials,
  repeated: number,
  answer: number,
  alternatives: number,
): number | undefined {
  const isPassing = (replacement: number): boolean =>
    trials.run({ repeated, replacement, rest: 'recorded' }) === 'passes';
  let passing = listAnswersToTry(answer, alternatives).find((value) => value !== answer && isPassing(value));
  if (passing === undefined) return undefined;
  for (let failing = answer; Math.abs(passing - failing) > 1; ) {
    const middle = Math.trunc((failing + passing) / 2);
    if (isPassing(middle)) passing = middle;
    else failing = middle;
  }
  return passing;
}

function canPass(trials: Trials, repeated: number): boolean {
  for (let rest = 0; rest < CONTINUATIONS; rest++)
    if (trials.run({ repeated, rest }) === 'passes') return true;
  return false;
}
