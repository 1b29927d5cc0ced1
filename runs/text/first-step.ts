import { isNewGroup, type RunChanges } from '../../closure/coverage/index.js';
import type { ReportedGroup } from '../../failures/groups/index.js';
import { formatShrunkCommand, formatShrunkSize } from '../../failures/shrink/index.js';
import { type ErrorOrigin, getErrorOrigin, NONDETERMINISM } from '../../harness/records/index.js';
import { formatQuantity } from '../../harness/text/index.js';
import type { RunSummary } from './run-summary.js';

/** The first step to take after a run: a sentence, and a command to paste if there is one. */
interface FirstStep {
  readonly text: string;
  readonly command?: string;
}

/** One-sentence explanations of why a test has no verdict. */
const ERROR_EXPLANATIONS: Readonly<Record<ErrorOrigin, string>> = {
  testbench: 'The testbench itself failed.',
  'user code': 'Your own code threw an exception.',
  limit: 'A test exceeded its limits.',
};

/**
 * Suggests what to do first after a run: testbench failures come before design failures, new groups before old ones,
 * then an unfinished run, then rules that no longer have anything to check. Returns undefined if nothing needs doing.
 */
export function suggestFirstStep(
  { groups, facts }: Pick<RunSummary, 'groups' | 'facts'>,
  changes: RunChanges | undefined,
): FirstStep | undefined {
  const unknown = groups.filter(({ known }) => !known);
  const brokenGroup = unknown.find(({ rule }) => rule === 'error' || rule === NONDETERMINISM);
  if (brokenGroup !== undefined)
    return suggestReplay(brokenGroup, `${ERROR_EXPLANATIONS[getErrorOrigin(brokenGroup.signature)]} Replay`);
  const newGroup = unknown.find((group) => isNewGroup(group, changes));
  if (newGroup !== undefined) return suggestReplay(newGroup, 'New since the last run. Replay');
  const [largest] = unknown;
  if (largest !== undefined) return suggestReplay(largest, 'Replay');
  const resume = facts.find(([name]) => name === 'resume');
  if (resume !== undefined) return { text: 'The run is not complete. Resume it:', command: resume[1] };
  const [disarmed] = changes?.disarmed ?? [];
  if (disarmed === undefined) return undefined;
  const otherCount = changes!.disarmed.length - 1;
  const others = otherCount === 0 ? '' : ` and ${otherCount} more`;
  return { text: `Find out why ${disarmed}${others} had nothing to check this time.` };
}

function suggestReplay({ signature, smallest, shrunk }: ReportedGroup, prefix: string): FirstStep {
  if (shrunk !== undefined) {
    return {
      text: `${prefix} the minimal reproduction of ${signature} (${formatShrunkSize(shrunk)}):`,
      command: formatShrunkCommand(shrunk),
    };
  }
  const size = formatQuantity(smallest.waves, 'wave');
  return {
    text: `${prefix} the smallest failure of ${signature} (${smallest.test}, ${size}):`,
    command: smallest.repro,
  };
}
