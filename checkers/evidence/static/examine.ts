import type { DecodedProgram } from '../../../arch/index.js';
import type { PartLength, Program } from '../../../transactions/index.js';
import type { PathJudgeFactory } from './judge.js';
import { checkCounters } from './judges/counters.js';
import { checkHazards } from './judges/hazards.js';
import * as protocol from './judges/protocol.js';
import { checkEntries, checkSectionCoverage, findSectionAccesses } from './judges/section.js';
import { checkSpinLoops } from './judges/spins.js';
import { LaneKnowledge, skipsLanes } from './lane-knowledge.js';
import { StaticReport } from './report.js';
import { checkSubgroups } from './subgroups.js';
import { Walk } from './walk.js';
import { createWorlds } from './world.js';

/**
 * Records the instructions that paths execute while their section is open (`StaticReport.region`), that is,
 * between the end of the entry wait and the exit.
 */
const findSectionInstructions: PathJudgeFactory = (_gfx, report) => ({
  appliesTo: ({ kind }) => kind !== 'nop' && kind !== 'waitcnt' && kind !== 'branch',
  after: ({ entered, exitCount }, { index }) => {
    if (entered && exitCount === 0) report.region.add(index);
  },
});

/** The checks for all path-based rules. */
export const JUDGES: readonly PathJudgeFactory[] = [
  protocol.checkPacker,
  protocol.checkComparison,
  protocol.checkPolls,
  protocol.checkExits,
  protocol.checkExports,
  checkCounters,
  checkEntries,
  checkSectionCoverage,
  checkHazards,
  checkSubgroups,
  checkSpinLoops,
  protocol.checkParts,
  findSectionAccesses,
  findSectionInstructions,
];

/** The name of the collision argument (corpus README, "Initial state of a wave"). */
const COLLISION_ARGUMENT = 'pops_collision_wave_id';

/** Chip and launch properties that affect paths. */
interface PathOptions {
  /** The scalar register that contains the wave's scratch offset, if any. */
  readonly scratchRegister?: number | undefined;
  /** Number of packers on the chip. Defaults to the maximum that the generation can address. */
  readonly packerCount?: number | undefined;
}

/**
 * Explores every path through a program under every set of assumptions for its generation (`createWorlds`), and returns
 * what the checks found.
 *
 * @param collisionRegister scalar register of the collision argument; undefined if unknown
 * @param parts lengths of the parts that were concatenated into the program, if known
 * @param hasLayers whether lanes of the same wave take turns in the section
 */
export function examine(
  decoded: DecodedProgram,
  collisionRegister: number | undefined,
  parts?: readonly PartLength[],
  hasLayers = false,
  { scratchRegister, packerCount }: PathOptions = {},
): StaticReport {
  const { gfx } = decoded;
  const follow = (lanes?: LaneKnowledge): StaticReport => {
    const report = new StaticReport(decoded, collisionRegister !== undefined, parts, hasLayers);
    const judges = JUDGES.map((create) => create(gfx, report));
    new Walk(decoded, collisionRegister, judges, report, scratchRegister, lanes).follow(
      createWorlds(gfx, packerCount),
    );
    for (const judge of judges) judge.finish?.();
    return report;
  };
  const report = follow();
  // Few programs have findings, and following lanes takes longer than the paths.
  return report.findings.size > 0 && skipsLanes(decoded) ? follow(new LaneKnowledge(decoded)) : report;
}

/** Returns the scalar register of a program's argument, or undefined if it has none of that name. */
export function findRegister(program: Program, argument: string): number | undefined {
  return program.arguments.find(({ name }) => name === argument)?.register;
}

/** Returns the scalar register of a program's collision argument, or undefined if it has none. */
export function findCollisionRegister(program: Program): number | undefined {
  return findRegister(program, COLLISION_ARGUMENT);
}
