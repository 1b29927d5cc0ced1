import type { Gfx } from '../arch/index.js';
import type { RuleClass } from './rules.js';

/** One injectable fault (faults.md); its behaviour is an entry with the same id in the affected unit. */
export interface Fault {
  readonly id: string;
  readonly title: string;
  /** Unit of the model that implements it, or the part of a test that the stimulus changes. */
  readonly where: 'sc' | 'db' | 'spi' | 'sq' | 'sqc' | 'sx' | 'rb' | 'memory' | 'program' | 'registers';
  readonly generations: readonly Gfx[];
  /** Rule classes; the first violation must belong to one. */
  readonly classes: readonly RuleClass[];
}

/** A row of the table that keeps its id as a type. */
export const row = <const Id extends string>(
  id: Id,
  title: string,
  where: Fault['where'],
  generations: readonly Gfx[],
  classes: readonly RuleClass[],
): Fault & { readonly id: Id } => ({ id, title, where, generations, classes });
