import type { ChipName, WaveSize } from '../../arch/index.js';
import { chipOf } from '../../arch/index.js';
import { printResult } from '../../base/terminal/index.js';
import { CORPUS_SOURCES, compareSource, type ProgramComparison } from './corpus-proof.js';

// Compiles every corpus source for each chip with an unpatched driver and counts the programs that match the corpus.
// Usage: `npm run bench -- sources [DRIVER [CHIPS]]`, where DRIVER is a driver file for the Vulkan loader.

/** The default chips. */
const CHIPS = 'raven,renoir,vega10,vega20,navi10,navi21,vangogh,navi31,navi48';

const [driver, chips = CHIPS] = process.argv.slice(2);

const count = (
  programs: readonly ProgramComparison[],
  matches: (program: ProgramComparison) => boolean,
): number => programs.filter(matches).length;

const registers = new Map<string, number>();
const allComparisons: ProgramComparison[] = [];
for (const chip of chips.split(',') as ChipName[]) {
  const comparisons = chipOf(chip).waveSizes.flatMap((wave) =>
    CORPUS_SOURCES.flatMap((source) => compareSource(source, chip, wave as WaveSize, driver)),
  );
  allComparisons.push(...comparisons);
  printResult(`${chip}: ${formatCounts(comparisons)}`);
  for (const comparison of comparisons) {
    for (const name of comparison.differingFields) registers.set(name, (registers.get(name) ?? 0) + 1);
    const parts = [
      ...(comparison.sameArguments ? [] : ['arguments']),
      ...(comparison.sameUserData ? [] : ['user data']),
      ...(comparison.sameInputs ? [] : ['inputs']),
    ];
    if (parts.length > 0)
      printResult(`  ${comparison.id} with ${comparison.samples} samples: different ${parts.join(', ')}`);
  }
}
printResult(`all: ${formatCounts(allComparisons)}`);
for (const [name, times] of registers) printResult(`  ${name} differs ${times} times`);

function formatCounts(comparisons: readonly ProgramComparison[]): string {
  return [
    `${comparisons.length} programs`,
    `${count(comparisons, ({ sameArguments }) => sameArguments)} with the same arguments`,
    `${count(comparisons, ({ sameUserData }) => sameUserData)} with the same user data`,
    `${count(comparisons, ({ sameInputs }) => sameInputs)} with the same inputs`,
    `${count(comparisons, ({ differingFields }) => differingFields.length === 0)} with the same registers`,
    `${count(comparisons, ({ sameCode }) => sameCode)} with the same code`,
  ].join(', ');
}
