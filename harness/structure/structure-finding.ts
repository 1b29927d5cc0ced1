import { createHash } from 'node:crypto';
import { chipOf, getRegisterFields, lookup } from '../../arch/index.js';
import { DEVICE_STRUCTURE, packRegisters } from '../../stimulus/index.js';
import type { Scenario } from '../../transactions/index.js';
import { setting } from '../../transactions/index.js';
import type { Finding } from '../records/finding.js';
import { type Model, PROJECT_MODEL } from '../records/model.js';
import { DOCUMENTED_CHIP, type HaltCounts, type StructureCheck } from './structure-check.js';
import { STRUCTURE_CHECKS } from './structure-checks.js';

/** Reported in place of a rule when a test's chip violates structural requirements. */
const STRUCTURE = 'structure';

/**
 * Checks the scenario's chip, and the chip that the source documents describe, against the statements. Returns
 * undefined if all checks pass, or if the scenario is from a different sequence.
 */
export function checkStructure(
  scenario: Scenario,
  checks: readonly StructureCheck[] = STRUCTURE_CHECKS,
  model: Model = PROJECT_MODEL,
): Finding | undefined {
  if (scenario.name !== DEVICE_STRUCTURE) return undefined;
  const halts = countHaltedWaves(scenario, model);
  const undocumentedOptionsHaveEffect = undocumentedOptionsHaveAnEffect(scenario, model);
  const failures = [...new Set([scenario.chip, DOCUMENTED_CHIP] as const)].flatMap((name) => {
    const chipUnderCheck = {
      chip: chipOf(name),
      structure: model.measureStructure(name, scenario),
      halts,
      undocumentedOptionsHaveEffect,
    };
    return checks
      .filter(({ chip }) => chip === undefined || chip === name)
      .flatMap(({ statements, text, measure, expected }) => {
        const value = measure(chipUnderCheck);
        if (value === expected) return [];
        return [
          {
            statements,
            message: `${name}: ${text} (${statements.join(', ')}) Found ${value}, expected ${expected}.`,
          },
        ];
      });
  });
  const first = failures[0];
  if (first === undefined) return undefined;
  const signature = `${STRUCTURE} ${first.statements.join(' ')}`;
  return {
    outcome: 'failed',
    signature,
    rule: STRUCTURE,
    message: failures.map(({ message }) => message).join('\n'),
  };
}

/** Knobs that make every address translation fail on a device without a trap handler. */
const NO_HANDLER = { xnackRate: 100, xnackAction: setting('xnackAction', 'halt') } as const;

/** Reruns the scenario on a device that cannot translate any address, and counts the waves that halt. */
function countHaltedWaves(scenario: Scenario, { runScenario }: Model): HaltCounts {
  let formed = 0;
  const failed = new Set<number>();
  const halted = new Set<number>();
  runScenario({ ...scenario, freedoms: { ...scenario.freedoms, ...NO_HANDLER } }, (transaction) => {
    if (transaction.kind === 'wave-formed') formed++;
    if (transaction.kind === 'translation-failed') failed.add(transaction.wave);
    // A wave that has already ended when its access fails does not count as halted.
    if (transaction.kind === 'quiesced')
      for (const { unit, index, cause } of transaction.waiting)
        if (unit === 'wave' && cause.on === 'halted') halted.add(index);
  });
  return { formed, failed: failed.size, halted: halted.size };
}

/** Options with no documented effect, and the values that enable them (S-150, S-151). */
const UNDOCUMENTED_OPTIONS: Readonly<Record<string, number>> = lookup({
  'DB_SHADER_CONTROL.EXEC_IF_OVERLAPPED': 1,
  'PA_SC_BINNER_CNTL_0.BIN_MAPPING_MODE': 2,
});

/** Returns whether enabling the generation's undocumented options changes any of the scenario's transactions. */
function undocumentedOptionsHaveAnEffect(scenario: Scenario, { runScenario }: Model): boolean {
  const { gfx } = chipOf(scenario.chip);
  const options = Object.entries(UNDOCUMENTED_OPTIONS).filter(([name]) => getRegisterFields(gfx).has(name));
  if (options.length === 0) return false;
  const computeDigest = (isEnabled: boolean): string => {
    const fields = Object.fromEntries(options.map(([name, value]) => [name, isEnabled ? value : 0]));
    const hash = createHash('sha256');
    const draws = scenario.draws.map((draw) => ({
      ...draw,
      registers: packRegisters(gfx, fields, draw.registers),
    }));
    runScenario({ ...scenario, draws }, (transaction) => {
      hash.update(JSON.stringify(transaction));
    });
    return hash.digest('hex');
  };
  return computeDigest(false) !== computeDigest(true);
}

/** Returns every statement that the checks cover. */
export function listStructureStatements(): string[] {
  return [...new Set(STRUCTURE_CHECKS.flatMap(({ statements }) => statements))];
}
