import type { OtherChoice } from '../../harness/one-test/index.js';
import { UNKNOWNS, type UnknownId } from '../../transactions/index.js';

/**
 * Describes the hardware choice that a violation depends on, on one line: `would not occur with U13 secondMessage =
 * ignored; here it is counts (a second exit message)`.
 */
export function choiceText({ unknown, knob, now, instead }: OtherChoice): string {
  const questions = unknown.split(', ').map((id) => UNKNOWNS[id as UnknownId].question);
  return `would not occur with ${unknown} ${knob} = ${instead}; here it is ${now} (${questions.join('; ')})`;
}
