import { z } from 'zod';
import { CHIP_NAMES } from '../../arch/index.js';
import { isInheritedName } from '../../transactions/index.js';
import { stateSchema } from '../programs/state-files.js';

/** A name that becomes part of seeds and test ids. */
export const name = z
  .string()
  .regex(/^[\w-]{1,200}$/, 'a name of at most 200 letters, digits, "_" and "-"')
  .refine(
    (text) => !isInheritedName(text),
    'a name other than a built-in object property such as "constructor"',
  );

/** The chips to choose from. */
export const chips = z.array(z.enum(CHIP_NAMES)).min(1);

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isArbitrary = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'generate' in value && isFunction(value.generate);

/** The shape of a user-defined sequence. */
export const sequenceSchema = z.strictObject({
  name,
  text: z.string().optional(),
  chips: chips.optional(),
  scenario: z.custom(
    (value) => isFunction(value) || isArbitrary(value),
    'a fast-check arbitrary that generates scenarios, or a function that returns a scenario',
  ),
});

/** The largest dword value. */
const MAX_WORD = 0xffff_ffff;

/** The shape of a user-defined program. */
export const programSchema = z
  .strictObject({
    name,
    text: z.string().optional(),
    chips,
    assembly: z.string().min(1).optional(),
    words: z.array(z.int().min(0).max(MAX_WORD)).min(1).optional(),
    state: stateSchema.omit({ chip: true, gfx: true, draws: true }).optional(),
  })
  .refine(
    ({ assembly, words }) => (assembly === undefined) !== (words === undefined),
    'either assembly or words',
  );
