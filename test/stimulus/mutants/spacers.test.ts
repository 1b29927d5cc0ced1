import { assembleLines, getFix } from '../../../arch/index.js';
import { examine } from '../../../checkers/evidence/static/examine.js';
import { decodeForEditing } from '../../../stimulus/programs/edit.js';
import { separateHazards } from '../../../stimulus/programs/separate-hazards.js';
import { listExamples } from '../../checkers/rules/haz/support/rows.js';
import { SPACER_DROPPED, SPACER_WEAKENED } from './spacers.js';

const RULES = ['HAZ-01', 'HAZ-02', 'RACE-05'] as const;
const EXAMPLES = RULES.flatMap((rule) =>
  listExamples(rule)
    .filter(
      ({ row, gfx }) => row.waitStates !== undefined || /depctr|s_wait_alu|s_nop/.test(getFix(row, gfx)),
    )
    .map((example) => ({ ...example, rule })),
);

it.each(EXAMPLES)('$row.id on $gfx: $rule reports what separates it if dropped or weakened', (example) => {
  const { rule, gfx, lines, row } = example;
  const words = assembleLines([...lines, 's_endpgm'].join('\n'), gfx, 64).flatMap((line) => line.words);
  const program = decodeForEditing(separateHazards(words, gfx, 64), gfx, 64);
  expect(examine(program.decoded, undefined).findings.has(rule)).toBe(false);
  const [dropped, weakened] = [SPACER_DROPPED, SPACER_WEAKENED].map(({ mutants }) => mutants(program));
  const isWeakened = row.id !== 'H-47' && row.waitStates !== 1;
  expect(dropped!.length).toBeGreaterThan(0);
  expect(weakened!.length > 0).toBe(isWeakened);
  for (const mutant of [...dropped!, ...weakened!]) {
    const { findings } = examine(decodeForEditing(mutant.words, gfx, 64).decoded, undefined);
    expect([...findings.keys()]).toContain(rule);
  }
});
