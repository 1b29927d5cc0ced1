/** Contiguous parts of the model that a design can replace. */
export const DESIGN_UNITS = ['exit-tracker', 'overlap-to-exit', 'packer-to-launch'] as const;
/** A model unit that a design can replace (cosim.md). */
export type DesignUnit = (typeof DESIGN_UNITS)[number];

/** The kind of thing a field's name refers to: a setting, or a message from the host or the design. */
export type CosimNameKind = 'setting' | 'host' | 'design';

/** One field of a message: an integer in decimal digits, or a name. */
export interface CosimField {
  readonly name: string;
  readonly text: string;
  readonly names?: CosimNameKind;
}

/** Additional properties of a message. */
export interface CosimTraits {
  /** The units whose boundary the message crosses; absent for session messages. */
  readonly units?: readonly DesignUnit[];
  /** Whether the message ends the sender's turn. */
  readonly ends?: true;
  /** The message does not trigger a step; it is sent along with the next step. */
  readonly causesNoStep?: true;
  /** The receiver may stall the sender: a design does so with `credit`, the host with `grant`. */
  readonly usesCredits?: true;
}

/** A message type. Each message is one line: its name and fields, separated by single spaces. */
export interface CosimMessage extends CosimTraits {
  readonly name: string;
  readonly from: 'host' | 'design';
  readonly fields: readonly CosimField[];
  readonly text: string;
}

/**
 * Returns a function that creates message rows for one side. It takes the message's name, its fields as
 * `name: meaning`, a description and the traits.
 */
function createRowFactory(from: CosimMessage['from']) {
  return (
    name: string,
    fields: Readonly<Record<string, string | Omit<CosimField, 'name'>>>,
    description: string,
    traits: CosimTraits = {},
  ): CosimMessage => ({
    name,
    from,
    fields: Object.entries(fields).map(([field, meaning]) => ({
      name: field,
      ...(typeof meaning === 'string' ? { text: meaning } : meaning),
    })),
    text: description,
    ...traits,
  });
}

/** Creates a row for a message from the host. */
export const host = createRowFactory('host');
/** Creates a row for a message from the design. */
export const design = createRowFactory('design');
