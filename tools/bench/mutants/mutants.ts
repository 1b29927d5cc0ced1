import type { AnyNode } from 'acorn';
import type { Breaker } from '../../../closure/testplan/index.js';
import { type Probe, probeReach } from './activation-probes.js';
import { type Change, OPERATORS, type Operator, SAMPLED_OPERATORS } from './operators.js';
import { findEnclosingName, isAssertion, isInjection, onlyPicksOperand, walkNodePaths } from './syntax.js';

/** A model module with one change. */
export interface ModelMutant extends Change {
  /** The module, as a path relative to `rtl-model` without the extension. */
  readonly file: string;
  readonly operator: string;
  /** The class and member, or the function or constant, that encloses the change. */
  readonly within: string;
  /**
   * The text of the line before and after the change. Together with the file, this identifies the mutant even if
   * lines move.
   */
  readonly change: string;
  /** Tells whether the change would give another value where it stands. If so, the test activates the mutant. */
  readonly probe: Probe;
  /** Whether the changed code is at module level and therefore runs when the module is loaded. */
  readonly runsOnLoad: boolean;
  /**
   * Whether the mutant provably changes nothing, because it moves a bound that only affects which of two equal numbers
   * is chosen: `if (a < b) b = a` and `a < b ? a : b` give the same result with `<=`.
   */
  readonly isTie: boolean;
}

/** Returns all mutants of a module in source order. */
export function findMutants(
  file: string,
  source: string,
  operators: readonly Operator[] = SAMPLED_OPERATORS,
): readonly ModelMutant[] {
  const mutants: ModelMutant[] = [];
  const occurrences = new Map<string, number>();
  for (const nodePath of walkNodePaths(source)) {
    if ([nodePath.node, ...nodePath.ancestors].some(isExcluded)) continue;
    for (const { name, change, probe } of operators) {
      const edit = change(nodePath, source);
      if (edit === undefined) continue;
      const description = describeChange(source, edit);
      const occurrence = (occurrences.get(description) ?? 0) + 1;
      occurrences.set(description, occurrence);
      mutants.push({
        ...edit,
        file,
        operator: name,
        within: findEnclosingName(nodePath.ancestors),
        probe: probe?.(nodePath.node, edit, source) ?? probeReach(nodePath.node),
        change: occurrence === 1 ? description : `${description} (${occurrence})`,
        isTie: name === 'bound-moved' && onlyPicksOperand(nodePath, source),
        runsOnLoad: !nodePath.ancestors.some(({ type }) => /Function|PropertyDefinition/.test(type)),
      });
    }
  }
  return mutants;
}

/**
 * Whether a node checks for bugs in the model or injects faults. Such checks are not part of the device and
 * never fail in tests, and injection does nothing without faults.
 */
function isExcluded(node: AnyNode): boolean {
  return node.type === 'ThrowStatement' || isAssertion(node) || isInjection(node);
}

/** Returns the source with a change applied. */
export function applyChange(source: string, { start, end, text }: Change): string {
  return source.slice(0, start) + text + source.slice(end);
}

/** Returns the affected lines before and after the change. */
function describeChange(source: string, { start, end, text }: Change): string {
  const from = source.lastIndexOf('\n', start) + 1;
  const next = source.indexOf('\n', end);
  const to = next < 0 ? source.length : next;
  const before = source.slice(from, to);
  const after = source.slice(from, start) + text + source.slice(end, to);
  return `${before} → ${after}`.replace(/\s+/g, ' ').trim();
}

/** Returns a name for the mutant that stays the same when lines move. */
export function getMutantName({ file, change }: Pick<ModelMutant, 'file' | 'change'>): string {
  return `${file} ${change}`;
}

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
  const operators = OPERATORS.filter(({ name }) => name === operator);
  if (operators.length === 0)
    throw new Error(
      `Unknown operator ${operator}; expected one of ${OPERATORS.map(({ name }) => name).join(', ')}.`,
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
