import type { AnyNode } from 'acorn';
import { type Change, MODEL_OPERATORS, type ModelOperator } from './operators.js';
import { findEnclosingName, isAssertion, isInjection, walkNodePaths } from './syntax.js';

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
  /** The changed syntax node. A test reaches the mutant if this node runs. */
  readonly target: { readonly start: number; readonly end: number; readonly isStatement: boolean };
  /** Whether the changed code is at module level and therefore runs when the module is loaded. */
  readonly runsOnLoad: boolean;
}

/** Returns all mutants of a module in source order. */
export function findMutants(
  file: string,
  source: string,
  operators: readonly ModelOperator[] = MODEL_OPERATORS,
): readonly ModelMutant[] {
  const mutants: ModelMutant[] = [];
  const occurrences = new Map<string, number>();
  for (const nodePath of walkNodePaths(source)) {
    if ([nodePath.node, ...nodePath.ancestors].some(isExcluded)) continue;
    const { type, start, end } = nodePath.node;
    for (const { name, change } of operators) {
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
        target: { start, end, isStatement: type.endsWith('Statement') },
        change: occurrence === 1 ? description : `${description} (${occurrence})`,
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
