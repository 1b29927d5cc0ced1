/** Contiguous parts of the model that a design can replace. */
export const DESIGN_UNITS = ['exit-tracker', 'overlap-to-exit', 'packer-to-launch'] as const;
/** A model unit that a design can replace (cosim.md). */
export type DesignUnit = (typeof DESIGN_UNITS)[number];

/** Kinds of names in fields: a setting, or a message of host or design. */
export type CosimNames = 'setting' | 'host' | 'design';

/** One field of a message: an integer in decimal digits, or a name. */
export interface CosimField {
  readonly name: string;
  readonly what: string;
  readonly names?: CosimNames;
}

/** Further properties of a message. */
export interface CosimTraits {
  /** Units at whose boundary it occurs; absent: it belongs to the session. */
  readonly units?: readonly DesignUnit[];
  /** Ends one side's turn. */
  readonly ends?: true;
  /** Does not make the host step the design: it is sent with the next step. */
  readonly isPosted?: true;
  /** The receiver may stall the sender: a design with `credit`, the host with `grant`. */
  readonly canWait?: true;
}

/** A kind of message: one line with its name and fields, separated by single spaces. */
export interface CosimMessage extends CosimTraits {
  readonly name: string;
  readonly from: 'host' | 'design';
  readonly fields: readonly CosimField[];
  readonly what: string;
}

/** Makes the rows of one side: name, fields as `name: meaning`, sentence, traits. */
function rowsOf(from: CosimMessage['from']) {
  return (
    name: string,
    fields: Readonly<Record<string, string | Omit<CosimField, 'name'>>>,
    what: string,
    traits: CosimTraits = {},
  ): CosimMessage => ({
    name,
    from,
    fields: Object.entries(fields).map(([field, meaning]) => ({
      name: field,
      ...(typeof meaning === 'string' ? { what: meaning } : meaning),
    })),
    what,
    ...traits,
  });
}

/** Host rows. */
export const host = rowsOf('host');
/** Design rows. */
export const design = rowsOf('design');
