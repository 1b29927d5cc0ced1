import type { Gfx } from '../arch/index.js';
import type { RuleClass } from './rules.js';

/** One injectable fault (faults.md); its behaviour is an entry with the same id where it acts. */
export interface Fault {
  readonly id: string;
  readonly title: string;
  /** Room and unit that act it out: a unit of the model, or the stimulus' program mutators. */
  readonly where: 'sc' | 'db' | 'spi' | 'sq' | 'sqc' | 'sx' | 'rb' | 'memory' | 'program' | 'registers';
  readonly generations: readonly Gfx[];
  /** Classes of which the first violation must be. */
  readonly classes: readonly RuleClass[];
}

/** A row of the table, which keeps its id as a type. */
export const row = <const Id extends string>(
  id: Id,
  title: string,
  where: Fault['where'],
  generations: readonly Gfx[],
  classes: readonly RuleClass[],
): Fault & { readonly id: Id } => ({ id, title, where, generations, classes });
