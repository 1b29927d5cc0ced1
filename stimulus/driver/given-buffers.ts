/** A scratch buffer whose descriptor is made up for the argument `buffer_descriptor[n]`. */
export interface GivenBuffer {
  readonly name: string;
  readonly address: number;
  readonly bytes: number;
}

const NAME = /^buffer_descriptor\[(\d+)\]$/;

/** Where they lie, each well apart from the next. */
const FIRST_ADDRESS = 4 * 2 ** 32;
const DISTANCE = 0x100_0000;
const BYTES = 0x40000;

/** The buffer behind an argument of that name, or undefined where the name is another. */
export function givenBuffer(name: string): GivenBuffer | undefined {
  const number = NAME.exec(name)?.[1];
  return number === undefined
    ? undefined
    : { name, address: FIRST_ADDRESS + Number(number) * DISTANCE, bytes: BYTES };
}
