import type { z } from 'zod';

type OptionalNames<S> = {
  [F in keyof S]: S[F] extends z.ZodExactOptional | z.ZodOptional ? F : never;
}[keyof S];
type RequiredFields<S, F extends keyof S> = { readonly [K in F]: Parsed<S[K]> };
type OptionalFields<S, F extends keyof S> = { readonly [K in F]?: Parsed<S[K]> };

/**
 * The fields of an object whose schemas are the fields of `S`. Unlike Zod's own inference, it is read-only at every
 * depth and keeps the docstrings of the fields, which declarations also show for a shape that is a constant of its own.
 */
export type Fields<S> = RequiredFields<S, Exclude<keyof S, OptionalNames<S>>> &
  OptionalFields<S, OptionalNames<S>>;

/** The values that a schema produces, read-only at every depth. */
export type Parsed<T> =
  T extends z.ZodObject<infer S>
    ? Fields<S>
    : T extends z.ZodExactOptional<infer Inner>
      ? Parsed<Inner>
      : T extends z.ZodOptional<infer Inner>
        ? Parsed<Inner> | undefined
        : T extends z.ZodArray<infer Element>
          ? readonly Parsed<Element>[]
          : T extends z.ZodUnion<infer Options>
            ? Parsed<Options[number]>
            : T extends z.ZodTuple | z.ZodRecord
              ? Readonly<z.output<T>>
              : z.output<T> extends (infer Element)[]
                ? readonly Element[]
                : z.output<T>;
