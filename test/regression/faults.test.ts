import { describe, expect, it } from 'vitest';
import {
  findSequence,
  generateTest,
  killingRules,
  killMatrixFile,
  NO_OVERRIDES,
  openCorpus,
  parseTestName,
  readKillMatrix,
  runScenarioTest,
  scenarioHash,
} from '../../regression/index.js';
import { classOfRule, encodeScenario, FAULTS } from '../../transactions/index.js';

const corpus = openCorpus();
const matrix = new Map(readKillMatrix(killMatrixFile()).map((row) => [row.id, row]));

describe('an injected fault', () => {
  it.each(FAULTS.map(({ id, classes }) => [id, classes] as const))(
    '%s is found first by a rule of its class in the stored scenario of its killer',
    (id, classes) => {
      const row = matrix.get(id);
      expect(row, `no killer of ${id}: run "pops-tb qualify ${id}"`).toBeDefined();
      const { sequence, seed, hash } = parseTestName(row!.killer);
      const overrides = { ...NO_OVERRIDES, faults: [id] };
      const request = { sequence: findSequence(sequence), seed, overrides, corpus };
      const scenario = generateTest(request);
      const result = runScenarioTest(JSON.parse(JSON.stringify(scenario)), { untilError: true });
      const error = result.verdict.violations.find(({ severity }) => severity === 'error')?.rule;
      const rule = error ?? killingRules(request, result)[0];
      const changed = scenarioHash(encodeScenario(scenario)) !== hash;
      const advice = changed
        ? `its scenario is another one now; if stimulus changed on purpose, run "pops-tb qualify ${id}"`
        : 'its scenario is the same, so model or rules have changed';
      expect(classes, `kill lost: ${row!.killer} --fault ${id}: ${advice}`).toContain(
        rule && classOfRule(rule),
      );
    },
  );
});
