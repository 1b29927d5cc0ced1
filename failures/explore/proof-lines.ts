import { formatQuantity } from '../../harness/text/index.js';
import type { Proof } from './proofs.js';

/** Returns one line per scene: whether every event order was searched, and the search statistics. */
export function formatProofs(proofs: readonly Proof[]): string[] {
  return proofs.map((proof) => {
    const { scene, complete, bounded: incompleteReasons, runs, states, findings, date, commit } = proof;
    const extent = complete ? 'complete' : 'incomplete';
    const facts = [
      `${formatQuantity(runs, 'run')}, ${formatQuantity(states, 'state')}`,
      ...incompleteReasons,
      ...findings.map((finding) => `failed with ${finding}`),
      commit === null ? date : `${date}, commit ${commit}`,
    ];
    return `${scene}: the search of all event orders is ${extent} (${facts.join('; ')})`;
  });
}

/** Says that an order of a scene fails, and what shows it. */
export function describeDisproof({ scene, findings }: Proof): string {
  return `an order of ${scene} fails with ${findings.join(', ')}: run "explore proofs"`;
}
