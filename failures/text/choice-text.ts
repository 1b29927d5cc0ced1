import type { AlternativeChoice } from '../../harness/one-test/index.js';
import { UNKNOWNS, type UnknownId } from '../../transactions/index.js';

/**
 * Describes in one line which hardware choice a violation depends on: `would not occur with U13 secondMessage =
 * ignored; here it is counts (a second exit message)`.
 */
export function formatChoice({ unknown, knob, now, instead }: AlternativeChoice): string {
  const questions = unknown.split(', ').map((id) => UNKNOWNS[id as UnknownId].question);
  return `would not occur with ${unknown} ${knob} = ${instead}; here it is ${now} (${questions.join('; ')})`;
}
