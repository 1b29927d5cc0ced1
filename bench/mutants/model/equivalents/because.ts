/** A mutant of the model that no one can tell from the model, or that is as legal. */
export interface Equivalent {
  readonly file: string;
  /** Words of the change, as `ModelMutant` has them. */
  readonly change: string;
  /** Why. */
  readonly reason: string;
}

/** Changes of one reason, each with the module that it is in. */
export const because = (
  reason: string,
  ...places: readonly (readonly [file: string, change: string])[]
): Equivalent[] => places.map(([file, change]) => ({ file, change, reason }));
