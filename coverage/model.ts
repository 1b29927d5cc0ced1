import type { Covergroup } from './collector/monitor.js';
import { type CompiledGroup, compileGroup } from './dsl/compile-group.js';
import { COVERGROUPS } from './groups/index.js';

/** A covergroup with its place among the counters of a collector. */
export interface ModelGroup {
  readonly covergroup: Covergroup;
  readonly compiled: CompiledGroup;
  readonly offset: number;
}

/** All covergroups that are collected together. */
export interface CoverageModel {
  readonly groups: readonly ModelGroup[];
  readonly binCount: number;
}

/** Compiles covergroups into a model. Throws where one contradicts itself or two share a name. */
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

/** The covergroups of POPS. */
export const COVERAGE_MODEL: CoverageModel = compileModel(COVERGROUPS);
