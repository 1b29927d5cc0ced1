import { formatQuantity } from '../../base/text/index.js';
import type { Proof } from './proofs.js';

/** Returns one line per scene: whether every event order was followed, and the search statistics. */
export function formatProofs(proofs: readonly Proof[]): string[] {
  return proofs.map((proof) => {
    const { scene, complete, bounded, runs, states, findings, date, commit } = proof;
    const prefix = complete ? 'Complete for' : 'Bounded for';
    const facts = [
      `${formatQuantity(runs, 'run')}, ${formatQuantity(states, 'state')}`,
      ...bounded,
      ...findings.map((finding) => `fails: ${finding}`),
      commit === null ? date : `${date}, commit ${commit}`,
    ];
    return `${prefix} ${scene}: every order of events (${facts.join('; ')})`;
  });
}
