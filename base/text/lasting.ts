/** A schema's result type, read-only at every depth. */
export type Lasting<T> = T extends readonly (infer E)[]
  ? readonly Lasting<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Lasting<T[K]> }
    : T;
