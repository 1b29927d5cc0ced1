import type { ChipName } from '../arch/index.js';
import { FAULTS, type Scenario } from '../transactions/index.js';
import type { Claim } from './claims.js';
import type { GenerateRequest, Sequence } from './sequence.js';

/** The properties that differ between sequences with the same generator. */
export interface SequenceDefinition<Name extends string = string> {
  readonly name: Name;
  readonly text: string;
  readonly chips: readonly ChipName[];
  /** Claims about the sequence's tests. */
  readonly claims: readonly Claim[];
}

/** Creates a sequence that calls `generate` for its scenarios and supports the faults that `applies` accepts. */
export function createSequence<Name extends string>(
  { name, text, chips, claims }: SequenceDefinition<Name>,
  applies: (fault: (typeof FAULTS)[number]) => boolean,
  generate: (name: string, chips: readonly ChipName[], request: GenerateRequest) => Scenario,
): Sequence<Name> {
  const faults = FAULTS.filter(applies).map(({ id }) => id);
  return { name, text, chips, faults, claims, generate: (request) => generate(name, chips, request) };
}
