import {
  EXIT,
  type ExitCode,
  printJson,
  printResult,
  watchInterrupts,
} from '../../../harness/terminal/index.js';
import { UsageError } from '../../../transactions/index.js';
import { formatProofs } from '../proof-lines.js';
import { PROOF_SCENES, type Proof, writeProofs } from '../proofs.js';
import { proveScenes } from '../prove-scenes.js';
import { type ExploreValues, getSearchMs } from './values.js';

/** The argument that selects the fixed list of scenes instead of a single test. */
export const PROOFS = 'proofs';

/** The options that apply to the entire list. All others describe a single scene. */
const PROOF_OPTIONS: readonly (keyof ExploreValues)[] = ['time', 'require', 'json'];

/** Searches each scene in the list, and stores the results once all have been searched. */
export async function runProofs(values: ExploreValues): Promise<ExitCode> {
  const { require, json } = values;
  const conflict = (Object.keys(values) as (keyof ExploreValues)[]).find(
    (option) => !PROOF_OPTIONS.includes(option),
  );
  if (conflict !== undefined)
    throw new UsageError(
      `Cannot use --${conflict === 'sameClock' ? 'same-clock' : conflict} with ${PROOFS}: each scene sets its own`,
    );
  const { signal, stop } = watchInterrupts();
  const proofs: Proof[] = [];
  for await (const proof of proveScenes(PROOF_SCENES, { getMs: () => getSearchMs(values), signal })) {
    proofs.push(proof);
    if (json !== true) printResult(formatProofs(proofs.slice(-1)).join('\n'));
  }
  stop();
  if (json === true) printJson({ proofs });
  if (signal.aborted) return EXIT.INTERRUPTED;
  writeProofs(proofs);
  if (proofs.some(({ findings }) => findings.length > 0)) return EXIT.FAILED;
  return require !== undefined && proofs.some(({ complete }) => !complete) ? EXIT.GATE : EXIT.OK;
}
