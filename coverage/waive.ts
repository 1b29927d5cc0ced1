import type { CompiledBin } from './dsl/compile-group.js';
import type { CoverageModel, ModelGroup } from './model.js';

/**
 * The model with some bins excluded from the score, as ignored bins whose text says why. `reasonOf` receives
 * `covergroup/coverpoint/bin` of each counted bin and returns undefined for those to keep. Counts keep their
 * positions, so one model's coverage is also the other's.
 */
export function waiveBins(
  model: CoverageModel,
  reasonOf: (bin: string) => string | undefined,
): CoverageModel {
  return { ...model, groups: model.groups.map((group) => waiveInGroup(group, reasonOf)) };
}

function waiveInGroup(group: ModelGroup, reasonOf: (bin: string) => string | undefined): ModelGroup {
  const { compiled } = group;
  const bins = compiled.items.flatMap((item) =>
    compiled.bins.slice(item.first, item.first + item.count).map((bin): CompiledBin => {
      const name = `${compiled.definition.name}/${item.name}/${bin.name}`;
      const reason = bin.kind === 'count' ? reasonOf(name) : undefined;
      return reason === undefined
        ? bin
        : { ...bin, kind: 'ignore', isWaived: true, text: `waived: ${reason}` };
    }),
  );
  return { ...group, compiled: { ...compiled, bins } };
}
