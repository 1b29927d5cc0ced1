/** Result of a schema, which readers must not change. */
export type Lasting<T> = T extends readonly (infer E)[]
  ? readonly Lasting<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Lasting<T[K]> }
    : T;
