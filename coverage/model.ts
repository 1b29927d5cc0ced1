import type { Covergroup } from './collector/monitor.js';
import { type CompiledGroup, compileGroup } from './dsl/compile-group.js';
import { COVERGROUPS } from './groups/index.js';

/** A covergroup with its position among a collector's counters. */
export interface ModelGroup {
  readonly covergroup: Covergroup;
  readonly compiled: CompiledGroup;
  readonly offset: number;
}

/** All covergroups collected together. */
export interface CoverageModel {
  readonly groups: readonly ModelGroup[];
  readonly binCount: number;
}

/** Compiles covergroups into a model. Throws if one contradicts itself or two share a name. */
export function compileModel(covergroups: readonly Covergroup[]): CoverageModel {
  let binCount = 0;
  const groups = covergroups.map((covergroup, i) => {
    if (covergroups.findIndex((other) => other.name === covergroup.name) !== i) {
      throw new Error(`There are two covergroups '${covergroup.name}'.`);
    }
    const compiled = compileGroup(covergroup);
    const offset = binCount;
    binCount += compiled.bins.length;
    return { covergroup, compiled, offset };
  });
  return { groups, binCount };
}

/**
 * Models of the project's covergroups, alone and followed by the user's; compiled on first use, since most commands collect
 * nothing.
 */
let project: CoverageModel | undefined;
let whole: CoverageModel | undefined;

function projectModel(): CoverageModel {
  project ??= compileModel(COVERGROUPS);
  return project;
}

function wholeModel(): CoverageModel {
  whole ??= projectModel();
  return whole;
}

/** The covergroups of POPS, and the user's after them. */
export const COVERAGE_MODEL: CoverageModel = {
  get groups() {
    return wholeModel().groups;
  },
  get binCount() {
    return wholeModel().binCount;
  },
};

/** Sets the user's covergroups in this thread, replacing earlier ones. Throws as `compileModel` does. */
export function setOwnCovergroups(covergroups: readonly Covergroup[]): void {
  const { groups, binCount } = compileModel(covergroups);
  const projectOnly = projectModel();
  const ownGroups = groups.map((group) => ({ ...group, offset: group.offset + projectOnly.binCount }));
  whole = { groups: [...projectOnly.groups, ...ownGroups], binCount: projectOnly.binCount + binCount };
}
