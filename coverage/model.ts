import type { Covergroup } from './collector/monitor.js';
import { type CompiledGroup, compileGroup } from './dsl/compile-group.js';
import { COVERGROUPS } from './groups/index.js';

/** A covergroup and the offset of its counters in a collector. */
export interface ModelGroup {
  readonly covergroup: Covergroup;
  readonly compiled: CompiledGroup;
  readonly offset: number;
}

/** Covergroups that are collected together. */
export interface CoverageModel {
  readonly groups: readonly ModelGroup[];
  readonly binCount: number;
}

/** Compiles covergroups into a model. Throws if one contradicts itself or two share a name. */
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
 * The models of the built-in covergroups, without and with the user-defined ones. They are compiled on first use, since
 * most commands collect no coverage.
 */
let project: CoverageModel | undefined;
let complete: CoverageModel | undefined;

function projectModel(): CoverageModel {
  project ??= compileModel(COVERGROUPS);
  return project;
}

function completeModel(): CoverageModel {
  complete ??= projectModel();
  return complete;
}

/** The built-in covergroups, followed by the user-defined ones. */
export const COVERAGE_MODEL: CoverageModel = {
  get groups() {
    return completeModel().groups;
  },
  get binCount() {
    return completeModel().binCount;
  },
};

/** Sets the user-defined covergroups in this thread, replacing earlier ones. Throws like `compileModel`. */
export function setOwnCovergroups(covergroups: readonly Covergroup[]): void {
  const { groups, binCount } = compileModel(covergroups);
  const projectOnly = projectModel();
  const ownGroups = groups.map((group) => ({ ...group, offset: group.offset + projectOnly.binCount }));
  complete = { groups: [...projectOnly.groups, ...ownGroups], binCount: projectOnly.binCount + binCount };
}
