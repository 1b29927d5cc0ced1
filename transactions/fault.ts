import type { Gfx } from '../arch/index.js';
import type { RuleClass } from './rules.js';

/** An injectable fault (faults.md). Its behaviour is implemented by the entry with the same id in the affected unit. */
export interface Fault {
  readonly id: string;
  readonly title: string;
  /** The unit of the model that implements it, or the part of a test that the stimulus changes. */
  readonly where: 'sc' | 'db' | 'spi' | 'sq' | 'sqc' | 'sx' | 'rb' | 'memory' | 'program' | 'registers';
  readonly generations: readonly Gfx[];
  /** Rule classes that may detect it: the first violation must belong to one of them. */
  readonly classes: readonly RuleClass[];
}

/** Creates a row of the fault table, and keeps its id as a literal type. */
export const row = <const Id extends string>(
  id: Id,
  title: string,
  where: Fault['where'],
  generations: readonly Gfx[],
  classes: readonly RuleClass[],
): Fault & { readonly id: Id } => ({ id, title, where, generations, classes });
