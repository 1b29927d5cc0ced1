import type { CompiledBin } from './dsl/compile-group.js';
import type { CoverageModel, ModelGroup } from './model.js';

/**
 * Excludes bins of a model from the score by turning them into ignored bins whose text gives the reason. `findReason`
 * is called with `covergroup/coverpoint/bin` for each bin that counts, and returns undefined for bins to keep. Counters
 * keep their positions, so coverage collected with either model is valid for the other.
 */
export function waiveBins(
  model: CoverageModel,
  findReason: (bin: string) => string | undefined,
): CoverageModel {
  return { ...model, groups: model.groups.map((group) => waiveInGroup(group, findReason)) };
}

function waiveInGroup(group: ModelGroup, findReason: (bin: string) => string | undefined): ModelGroup {
  const { compiled } = group;
  const bins = compiled.items.flatMap((item) =>
    compiled.bins.slice(item.first, item.first + item.count).map((bin): CompiledBin => {
      const name = `${compiled.definition.name}/${item.name}/${bin.name}`;
      const reason = bin.kind === 'count' ? findReason(name) : undefined;
      return reason === undefined
        ? bin
        : { ...bin, kind: 'ignore', isWaived: true, text: `waived: ${reason}` };
    }),
  );
  return { ...group, compiled: { ...compiled, bins } };
}
