import { createHash } from 'node:crypto';
import { chipOf, factsOf } from '../../arch/index.js';
import { DEVICE_STRUCTURE, packRegisters } from '../../stimulus/index.js';
import type { Scenario } from '../../transactions/index.js';
import { setting } from '../../transactions/index.js';
import type { Finding } from '../records/finding.js';
import { type Model, OWN_MODEL } from '../records/model.js';
import { type HaltedWaves, STRUCTURE_CHECKS, type StructureCheck } from './structure-checks.js';

/** The chip that statements about structure speak of most. */
const SEED_CHIP = 'mariner';

/** Stands for a rule in the finding of a test whose chip is not built as the statements say. */
const STRUCTURE = 'structure';

/** Checks description and wiring of the scenario's chip, and of the one that the source documents describe, against the statements. */
export function structureFinding(
  scenario: Scenario,
  checks: readonly StructureCheck[] = STRUCTURE_CHECKS,
  model: Model = OWN_MODEL,
): Finding | undefined {
  if (scenario.name !== DEVICE_STRUCTURE) return undefined;
  const halts = haltedWaves(scenario, model);
  const changed = optionChangesRun(scenario, model);
  const wrong = [...new Set([scenario.chip, SEED_CHIP] as const)].flatMap((name) => {
    const described = {
      chip: chipOf(name),
      structure: model.structureOf(name, scenario),
      halts,
      optionChangesRun: changed,
    };
    return checks
      .filter(({ chip }) => chip === undefined || chip === name)
      .flatMap(({ statements, text, found, expected }) => {
        const value = found(described);
        if (value === expected) return [];
        return [
          {
            statements,
            message: `${name}: ${text} (${statements.join(', ')}) Found ${value}, expected ${expected}.`,
          },
        ];
      });
  });
  const first = wrong[0];
  if (first === undefined) return undefined;
  const signature = `${STRUCTURE} ${first.statements.join(' ')}`;
  return {
    outcome: 'failed',
    signature,
    rule: STRUCTURE,
    message: wrong.map(({ message }) => message).join('\n'),
  };
}

/** No trap handler, and a rate at which every translation fails. */
const NO_HANDLER = { xnackRate: 100, xnackAction: setting('xnackAction', 'halt') } as const;

/** Runs the scenario again on a device that can translate nothing. */
function haltedWaves(scenario: Scenario, { runScenario }: Model): HaltedWaves {
  let formed = 0;
  const failed = new Set<number>();
  const halted = new Set<number>();
  runScenario({ ...scenario, freedoms: { ...scenario.freedoms, ...NO_HANDLER } }, (transaction) => {
    if (transaction.kind === 'wave-formed') formed++;
    if (transaction.kind === 'translation-failed') failed.add(transaction.wave);
    // One whose program was over already when its access failed has ended, and stands still as well.
    if (transaction.kind === 'quiesced')
      for (const { unit, index, cause } of transaction.waiting)
        if (unit === 'wave' && cause.on === 'halted') halted.add(index);
  });
  return { formed, failed: failed.size, halted: halted.size };
}

const OPTION = 'DB_SHADER_CONTROL.EXEC_IF_OVERLAPPED';

/** Runs the scenario with the option off and on, where its generation has it, and compares what both runs tell. */
function optionChangesRun(scenario: Scenario, { runScenario }: Model): boolean {
  const { gfx } = chipOf(scenario.chip);
  if (!factsOf(gfx).unknownOptions.includes(OPTION)) return false;
  const told = (value: 0 | 1): string => {
    const hash = createHash('sha256');
    const draws = scenario.draws.map((draw) => ({
      ...draw,
      registers: packRegisters(gfx, { [OPTION]: value }, draw.registers),
    }));
    runScenario({ ...scenario, draws }, (transaction) => {
      hash.update(JSON.stringify(transaction));
    });
    return hash.digest('hex');
  };
  return told(0) !== told(1);
}

/** Statements that the checks speak of. */
export function statementsOfStructure(): string[] {
  return [...new Set(STRUCTURE_CHECKS.flatMap(({ statements }) => statements))];
}
