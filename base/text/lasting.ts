/** Result of a schema, read-only. */
export type Lasting<T> = T extends readonly (infer E)[]
  ? readonly Lasting<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Lasting<T[K]> }
    : T;
