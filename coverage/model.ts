import type { Covergroup } from './collector/monitor.js';
import { type CompiledBin, type CompiledGroup, compileGroup } from './dsl/compile-group.js';
import { COVERGROUPS } from './groups/index.js';

/** A covergroup and the offset of its counters in a collector. */
export interface ModelGroup {
  readonly covergroup: Covergroup;
  readonly compiled: CompiledGroup;
  readonly offset: number;
}

/** Covergroups whose coverage is collected together. */
export interface CoverageModel {
  readonly groups: readonly ModelGroup[];
  readonly binCount: number;
}

/** Compiles covergroups into a model. Throws if a definition is inconsistent or two covergroups share a name. */
export function compileModel(covergroups: readonly Covergroup[]): CoverageModel {
  let binCount = 0;
  const groups = covergroups.map((covergroup, i) => {
    if (covergroups.findIndex((other) => other.name === covergroup.name) !== i) {
      throw new Error(`Duplicate covergroup '${covergroup.name}'.`);
    }
    const compiled = compileGroup(covergroup);
    const offset = binCount;
    binCount += compiled.bins.length;
    return { covergroup, compiled, offset };
  });
  return { groups, binCount };
}

/**
 * The model of the built-in covergroups, and the model that also contains the user-defined ones. Compiled on first use,
 * since most commands collect no coverage.
 */
let builtInModel: CoverageModel | undefined;
let fullModel: CoverageModel | undefined;

function getBuiltInModel(): CoverageModel {
  builtInModel ??= compileModel(COVERGROUPS);
  return builtInModel;
}

function getFullModel(): CoverageModel {
  fullModel ??= getBuiltInModel();
  return fullModel;
}

/** The built-in covergroups, followed by the user-defined ones. */
export const COVERAGE_MODEL: CoverageModel = {
  get groups() {
    return getFullModel().groups;
  },
  get binCount() {
    return getFullModel().binCount;
  },
};

/** Sets the user-defined covergroups in this thread, replacing earlier ones. Throws like `compileModel`. */
export function setUserCovergroups(covergroups: readonly Covergroup[]): void {
  const { groups, binCount } = compileModel(covergroups);
  const baseModel = getBuiltInModel();
  const userGroups = groups.map((group) => ({ ...group, offset: group.offset + baseModel.binCount }));
  fullModel = { groups: [...baseModel.groups, ...userGroups], binCount: baseModel.binCount + binCount };
}

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
