import type { AnyNode } from 'acorn';
import { type Change, MODEL_OPERATORS, type ModelOperator } from './operators.js';
import { enclosingName, isAssertion, isInjection, placesOf } from './syntax.js';

/** A model module with one place changed. */
export interface ModelMutant extends Change {
  /** The module, as a path below `rtl-model` without extension. */
  readonly file: string;
  readonly operator: string;
  /** The class and member, or the function or constant, that contains the place. */
  readonly within: string;
  /** The line before and after: with the file, identifies a mutant even when lines move. */
  readonly change: string;
  /** The syntax it changes: it runs in a test if this does. */
  readonly place: { readonly start: number; readonly end: number; readonly isStatement: boolean };
  /** It is outside functions, so it runs when the module loads. */
  readonly onLoad: boolean;
}

/** Every mutant of a module, in source order. */
export function mutantsOf(
  file: string,
  source: string,
  operators: readonly ModelOperator[] = MODEL_OPERATORS,
): readonly ModelMutant[] {
  const mutants: ModelMutant[] = [];
  const occurrences = new Map<string, number>();
  for (const place of placesOf(source)) {
    if ([place.node, ...place.ancestors].some(isExcluded)) continue;
    const { type, start, end } = place.node;
    for (const { name, change } of operators) {
      const edit = change(place, source);
      if (edit === undefined) continue;
      const changeText = textOfChange(source, edit);
      const occurrence = (occurrences.get(changeText) ?? 0) + 1;
      occurrences.set(changeText, occurrence);
      mutants.push({
        ...edit,
        file,
        operator: name,
        within: enclosingName(place.ancestors),
        place: { start, end, isStatement: type.endsWith('Statement') },
        change: occurrence === 1 ? changeText : `${changeText} (${occurrence})`,
        onLoad: !place.ancestors.some(({ type }) => /Function|PropertyDefinition/.test(type)),
      });
    }
  }
  return mutants;
}

/**
 * Checks for model bugs are not part of the device: no test reaches their throws. Nor is fault injection, which does nothing
 * without faults.
 */
function isExcluded(node: AnyNode): boolean {
  return node.type === 'ThrowStatement' || isAssertion(node) || isInjection(node);
}

/** The module with the change applied. */
export function changedSource(source: string, { start, end, text }: Change): string {
  return source.slice(0, start) + text + source.slice(end);
}

/** The lines of a change before and after it. */
function textOfChange(source: string, { start, end, text }: Change): string {
  const from = source.lastIndexOf('\n', start) + 1;
  const next = source.indexOf('\n', end);
  const to = next < 0 ? source.length : next;
  const before = source.slice(from, to);
  const after = source.slice(from, start) + text + source.slice(end, to);
  return `${before} → ${after}`.replace(/\s+/g, ' ').trim();
}

/** A mutant's stable name. */
export function nameOf({ file, change }: Pick<ModelMutant, 'file' | 'change'>): string {
  return `${file} ${change}`;
}
