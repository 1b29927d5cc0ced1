import { assembleProgram, chipOf } from '../../../arch/index.js';
import { runScenario } from '../../../rtl-model/index.js';
import { buildLoopScenario, type LoopOptions } from '../../../tools/bench/loop-scenario.js';
import type { KnobValues, Scenario, Transaction } from '../../../transactions/index.js';
import { deepCopy } from '../../support/deep-copy.js';

/** Changes to the scene from `buildLoopScenario`, which has one full wave64. */
export interface SceneChanges extends LoopOptions {
  readonly chip?: Scenario['chip'];
  readonly freedoms?: Partial<KnobValues>;
  readonly faults?: Scenario['faults'];
  /** The number of identical draws, and therefore of waves. */
  readonly draws?: number;
}

/** Returns a scene in which one full wave64 per draw runs the given program. */
export function buildScene(source: string, changes: SceneChanges = {}): Scenario {
  const scene = buildLoopScenario('s_endpgm', changes);
  const chip = changes.chip ?? scene.chip;
  const words = assembleProgram(source, chipOf(chip).gfx);
  return {
    ...scene,
    chip,
    freedoms: { ...scene.freedoms, ...changes.freedoms },
    faults: changes.faults ?? [],
    programs: [{ ...scene.programs[0], words }],
    draws: Array.from({ length: changes.draws ?? 1 }, () => scene.draws[0]),
  };
}

/** Runs a scene and returns its transactions of one kind. */
export function getTransactions<K extends Transaction['kind']>(
  scene: Scenario,
  kind: K,
): Extract<Transaction, { kind: K }>[] {
  const transactions: Extract<Transaction, { kind: K }>[] = [];
  runScenario(scene, (t) => {
    if (t.kind === kind) transactions.push(deepCopy(t as Extract<Transaction, { kind: K }>));
  });
  return transactions;
}

/** Runs a scene and returns its final memory as unsigned words. */
export function getFinalWords(scene: Scenario): number[] {
  return Array.from(getTransactions(scene, 'memory-dumped')[0].words, (word) => word >>> 0);
}
