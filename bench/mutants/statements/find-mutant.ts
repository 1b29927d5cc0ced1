import type { Breaker } from '../../../closure/testplan/index.js';
import { applyChange, findMutants, type ModelMutant } from '../model/mutants.js';
import { BREAKER_OPERATORS } from './operators.js';

/** A mutant that breaks a statement, identified by its operator and the enclosing declaration. */
export type Mutation = Extract<Breaker, { readonly operator: string }>;

/** A textual change to a compiled module. */
export type Patch = Extract<Breaker, { readonly from: string }>;

/**
 * Returns the source of a module with the change that breaks a statement. If the change does not apply, or applies in
 * more than one place, throws an error that lists the alternatives.
 */
export function breakSource(source: string, breaker: Patch | Mutation): string {
  if ('from' in breaker) return patchSource(source, breaker);
  return applyChange(source, findMutant(source, breaker));
}

/** Returns a module's source with `from` replaced by `to`. Throws unless `from` occurs exactly once. */
export function patchSource(source: string, { file, from, to }: Patch): string {
  const count = source.split(from).length - 1;
  if (count !== 1) throw new Error(`"${from}" occurs ${count} times in ${file}; expected once.`);
  return source.replace(from, () => to);
}

/** Returns the mutant that a breaker identifies. Throws if there is none, or more than one. */
export function findMutant(source: string, { file, operator, within, at }: Mutation): ModelMutant {
  const operators = BREAKER_OPERATORS.filter(({ name }) => name === operator);
  if (operators.length === 0)
    throw new Error(
      `Unknown operator ${operator}; expected one of ${BREAKER_OPERATORS.map(({ name }) => name).join(', ')}.`,
    );
  const allMutants = findMutants(file, source, operators);
  const matching = allMutants.filter((mutant) => mutant.within === within);
  const found = at === undefined && matching.length === 1 ? matching[0] : matching[(at ?? 0) - 1];
  if (found !== undefined) return found;
  if (matching.length === 0) {
    const others = [...new Set(allMutants.map((mutant) => mutant.within))];
    throw new Error(
      `${operator} does not apply to ${within} in ${file}; ${others.length > 0 ? `set "within" to one of ${others.join(', ')}` : 'it applies only to other files'}.`,
    );
  }
  const list = matching.map(({ change }, index) => `\n  ${index + 1}: ${change}`).join('');
  throw new Error(
    `${operator} applies to ${matching.length} places in ${within} of ${file}; set "at" to one of:${list}`,
  );
}
