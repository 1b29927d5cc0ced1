import { HAZARDS, OPERAND_ROWS } from '../../arch/index.js';
import { getHazardRule, getOperandRule } from '../../checkers/index.js';

const INTRODUCTION = `# Hazards

Instructions that the hardware does not keep apart, and operands that it does not take. The static pass judges the rows on every path;
rows without a rule are only listed. Sure: 2 if LLVM and Mesa agree, otherwise who says so (L LLVM, M Mesa, I AMD's manuals). On GFX9,
each instruction is one wait state, branches too, and \`s_nop N\` is N+1. Generated from \`arch/hazards\` by
\`npx vitest run test/cli/hazards-page.test.ts -u\`.
`;

function formatRows(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  return [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

test('docs/reference/hazards.md matches the rows', async () => {
  const pairs = HAZARDS.map((row) => [
    row.id,
    row.generations.join(' ') + (row.wave === undefined ? '' : ` wave${row.wave}`),
    row.producer,
    row.consumer,
    row.needs,
    row.consequence,
    row.source,
    row.sure,
    row.forms === undefined ? row.unjudged! : getHazardRule(row),
  ]);
  const operands = OPERAND_ROWS.map((row) => [
    row.id,
    row.generations.join(' '),
    row.requires,
    row.consequence,
    row.source,
    row.sure,
    row.unjudged ?? getOperandRule(row),
  ]);
  const page = [
    INTRODUCTION,
    '## Between instructions\n',
    formatRows(
      ['id', 'generations', 'first', 'too early', 'needs', 'otherwise', 'source', 'sure', 'rule'],
      pairs,
    ),
    '\n## Operands\n',
    formatRows(['id', 'generations', 'requires', 'otherwise', 'source', 'sure', 'rule'], operands),
    '',
  ].join('\n');
  await expect(page).toMatchFileSnapshot('../../docs/reference/hazards.md');
});
