/** Contiguous parts of the model whose place a design can take. */
export const DESIGN_UNITS = ['exit-tracker', 'overlap-to-exit', 'packer-to-launch'] as const;
/** A unit of the model whose place a design can take (cosim.md). */
export type DesignUnit = (typeof DESIGN_UNITS)[number];

/** What a field names, where it is no integer: a setting, or a message of host or design. */
export type CosimNames = 'setting' | 'host' | 'design';

/** One field of a message: an integer in decimal digits, or a name. */
export interface CosimField {
  readonly name: string;
  readonly what: string;
  readonly names?: CosimNames;
}

/** What else holds for a message. */
export interface CosimTraits {
  /** Units at whose border it occurs; absent: it belongs to the session. */
  readonly units?: readonly DesignUnit[];
  /** Ends what one side says; the other side speaks next. */
  readonly ends?: true;
  /** The host does not step the design because of it: it comes along with the next step. */
  readonly isPosted?: true;
  /** The receiver may hold the sender back: a design by `credit`, the host by `grant`. */
  readonly canWait?: true;
}

/** A kind of message: one line, its name and its fields with one blank between them. */
export interface CosimMessage extends CosimTraits {
  readonly name: string;
  readonly from: 'host' | 'design';
  readonly fields: readonly CosimField[];
  readonly what: string;
}

/** Makes the rows of one side: name, fields as `name: what they say`, sentence, traits. */
function rowsOf(from: CosimMessage['from']) {
  return (
    name: string,
    fields: Readonly<Record<string, string | Omit<CosimField, 'name'>>>,
    what: string,
    traits: CosimTraits = {},
  ): CosimMessage => ({
    name,
    from,
    fields: Object.entries(fields).map(([field, said]) => ({
      name: field,
      ...(typeof said === 'string' ? { what: said } : said),
    })),
    what,
    ...traits,
  });
}

/** Rows of the host. */
export const host = rowsOf('host');
/** Rows of designs. */
export const design = rowsOf('design');
