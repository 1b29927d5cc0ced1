/** A mutant of the model that cannot be distinguished from the model, or is just as legal. */
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
