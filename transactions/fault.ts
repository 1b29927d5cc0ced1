import type { Gfx } from '../arch/index.js';
import type { RuleClass } from './rules.js';

/** An injectable fault (faults.md). Its behaviour is implemented by the entry with the same id in the affected unit. */
export interface Fault {
  readonly id: string;
  readonly title: string;
  /** The model unit that implements the fault, or the part of a test that the stimulus changes. */
  readonly where: 'sc' | 'db' | 'spi' | 'sq' | 'sqc' | 'sx' | 'rb' | 'memory' | 'program' | 'registers';
  readonly generations: readonly Gfx[];
  /** The rule classes that may detect the fault: the first violation must be in one of them. */
  readonly classes: readonly RuleClass[];
}

/** Creates a fault table row, preserving the literal type of its id. */
export const row = <const Id extends string>(
  id: Id,
  title: string,
  where: Fault['where'],
  generations: readonly Gfx[],
  classes: readonly RuleClass[],
): Fault & { readonly id: Id } => ({ id, title, where, generations, classes });
