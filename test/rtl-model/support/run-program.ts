import { assembleProgram, chipOf } from '../../../arch/index.js';
import { buildLoopScene, type LoopOptions } from '../../../bench/loop-scene.js';
import { runScenario } from '../../../rtl-model/index.js';
import type { Freedoms, Scenario, Transaction } from '../../../transactions/index.js';
import { deepCopy } from '../../support/kept-copy.js';

/** A test's changes to the scene with one full wave64 (`buildLoopScene`). */
export interface SceneChanges extends LoopOptions {
  readonly chip?: Scenario['chip'];
  readonly freedoms?: Partial<Freedoms>;
  readonly faults?: Scenario['faults'];
  /** The number of times that the draw is repeated, and hence the number of waves. */
  readonly draws?: number;
}

/** Returns the scene with one full wave64, running the given program, with the changes applied. */
export function programScene(source: string, changes: SceneChanges = {}): Scenario {
  const scene = buildLoopScene('s_endpgm', changes);
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
