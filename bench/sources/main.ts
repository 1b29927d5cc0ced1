import type { ChipName, WaveSize } from '../../arch/index.js';
import { chipOf } from '../../arch/index.js';
import { printResult } from '../../base/terminal/index.js';
import { CORPUS_SOURCES, compareSource, type ProgramComparison } from './corpus-proof.js';

/**
 * Compiles every corpus source for its chips with an unpatched driver, and counts the programs that match the
 * corpus. Usage: `npm run bench -- sources [DRIVER [CHIPS]]`, where DRIVER is a driver file for the Vulkan loader.
 */
const CHIPS = 'raven,renoir,vega10,vega20,navi10,navi21,vangogh,navi31,navi48';

const [driver, chips = CHIPS] = process.argv.slice(2);

const count = (
  programs: readonly ProgramComparison[],
  matches: (program: ProgramComparison) => boolean,
): number => programs.filter(matches).length;

const registers = new Map<string, number>();
const all: ProgramComparison[] = [];
for (const chip of chips.split(',') as ChipName[]) {
  const found = chipOf(chip).waveSizes.flatMap((wave) =>
    CORPUS_SOURCES.flatMap((source) => compareSource(source, chip, wave as WaveSize, driver)),
  );
  all.push(...found);
  printResult(`${chip}: ${formatCounts(found)}`);
  for (const compared of found) {
    for (const name of compared.otherFields) registers.set(name, (registers.get(name) ?? 0) + 1);
    const differs = [
      ...(compared.sameArguments ? [] : ['arguments']),
      ...(compared.sameUserData ? [] : ['user data']),
      ...(compared.sameInputs ? [] : ['inputs']),
    ];
    if (differs.length > 0)
      printResult(`  ${compared.id} with ${compared.samples} samples: different ${differs.join(', ')}`);
  }
}
printResult(`all: ${formatCounts(all)}`);
for (const [name, times] of registers) printResult(`  different ${name}: ${times}`);

function formatCounts(found: readonly ProgramComparison[]): string {
  return [
    `${found.length} programs`,
    `same arguments ${count(found, ({ sameArguments }) => sameArguments)}`,
    `user data ${count(found, ({ sameUserData }) => sameUserData)}`,
    `inputs ${count(found, ({ sameInputs }) => sameInputs)}`,
    `all registers ${count(found, ({ otherFields }) => otherFields.length === 0)}`,
    `code ${count(found, ({ sameCode }) => sameCode)}`,
  ].join(', ');
}
