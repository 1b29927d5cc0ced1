/** A mutant of the model that nobody can tell from the model, or that is as lawful. */
export interface Equivalent {
  readonly file: string;
  /** Words of the change, as `ModelMutant` has them. */
  readonly change: string;
  /** Why. */
  readonly reason: string;
}

/** Reviewed one by one. A change that no longer exists, or that some test kills, is reported. */
export const EQUIVALENT_MUTANTS: readonly Equivalent[] = [];
