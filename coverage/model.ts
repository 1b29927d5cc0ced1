import type { Covergroup } from './collector/monitor.js';
import { type CompiledGroup, compileGroup } from './dsl/compile-group.js';
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
