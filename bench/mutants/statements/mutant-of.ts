import type { Breaker } from '../../../closure/testplan/index.js';
import { changedSource, type ModelMutant, mutantsOf } from '../model/mutants.js';
import { BREAKER_OPERATORS } from './operators.js';

/** A mutant that breaks a statement, by operator and place. */
export type Mutation = Extract<Breaker, { readonly operator: string }>;

/** A change of one compiled module, as text. */
export type Patch = Extract<Breaker, { readonly from: string }>;

/** The module with the change that breaks a statement. Throws, and says what to name, where the change has no place or several. */
export function brokenSource(source: string, breaker: Patch | Mutation): string {
  if ('from' in breaker) return patchedSource(source, breaker);
  return changedSource(source, mutantOf(source, breaker));
}

/** The module with its text changed. Throws unless the text stands there exactly once. */
export function patchedSource(source: string, { file, from, to }: Patch): string {
  const times = source.split(from).length - 1;
  if (times !== 1) throw new Error(`"${from}" stands ${times} times in ${file}, not once.`);
  return source.replace(from, () => to);
}

/** The mutant of the module that a breaker names. Throws where there is none, or where the breaker does not say which. */
export function mutantOf(source: string, { file, operator, within, at }: Mutation): ModelMutant {
  const operators = BREAKER_OPERATORS.filter(({ name }) => name === operator);
  if (operators.length === 0)
    throw new Error(
      `No operator ${operator}; name one of ${BREAKER_OPERATORS.map(({ name }) => name).join(', ')}.`,
    );
  const all = mutantsOf(file, source, operators);
  const places = all.filter((mutant) => mutant.within === within);
  const found = at === undefined && places.length === 1 ? places[0] : places[(at ?? 0) - 1];
  if (found !== undefined) return found;
  if (places.length === 0) {
    const others = [...new Set(all.map((mutant) => mutant.within))];
    throw new Error(
      `${operator} has no place in ${within} of ${file}; name as "within" one of ${others.join(', ') || 'another file'}.`,
    );
  }
  const list = places.map(({ change }, index) => `\n  ${index + 1}: ${change}`).join('');
  throw new Error(
    `${operator} has ${places.length} places in ${within} of ${file}; name one as "at":${list}`,
  );
}
