import { factsOf, type Instruction } from '../../../../arch/index.js';
import { DefaultMap } from '../../basics/default-map.js';
import type { PathJudgeFactory } from '../judge.js';
import type { Path } from '../path.js';
import type { StaticReport } from '../report.js';
import { accessesSharedWord } from '../shared-word.js';

/** An access outside the section. It is a violation if its object turns out to be covered. */
interface OutsideAccess {
  readonly path: Path;
  readonly instruction: Instruction;
  readonly location: string;
}

/**
 * Checks PROTO-08 on every path. An object is covered if any path accesses it between the path's entry and exit.
 * Objects that are never written may be read anywhere, and words shared by all fragments, such as counters, may be
 * accessed anywhere. Objects are identified by descriptor here, because only a run can show whether their addresses
 * overlap.
 */
export const checkSectionCoverage: PathJudgeFactory = (gfx, report) => {
  const covered = new Map<number, Instruction>();
  /** The objects that each instruction accesses, by index. `undefined` means an unknown object. */
  const objects = new DefaultMap<number, Set<number | undefined>>(() => new Set());
  const outside = new Map<string, OutsideAccess & { readonly object: number }>();
  const isEntryKnown = report.isArgumentKnown || !factsOf(gfx).hasWaveIds;
  return {
    appliesTo: ({ memory }) => memory !== undefined && memory.space !== 'scalar',
    after: (path, instruction) => {
      const access = path.outstanding.at(-1);
      if (access?.instruction !== instruction) return;
      const { object } = access;
      objects.getOrCreate(instruction.index).add(object);
      if (object === undefined) return;
      if (access.inside && !writes(covered.get(object))) covered.set(object, instruction);
      const location = isEntryKnown && !accessesSharedWord(instruction) ? describeOutside(path) : undefined;
      const key = `${instruction.index} ${object}`;
      if (location === undefined || outside.has(key)) return;
      outside.set(key, { path: path.clone(), instruction, location, object });
    },
    finish: () => {
      if (covered.size > 0) report.arm('PROTO-08');
      for (const [index, accessed] of objects)
        if ([...accessed].every((object) => object !== undefined && !covered.has(object)))
          report.outsideOnly.add(index);
      for (const access of outside.values()) {
        const inside = covered.get(access.object);
        if (inside !== undefined && (writes(inside) || writes(access.instruction)))
          reportOutside(report, access, inside);
      }
    },
  };
};

function writes(instruction: Instruction | undefined): boolean {
  return instruction?.memory !== undefined && instruction.memory.access !== 'load';
}

/**
 * Describes where a path is if it is outside its section and must not access covered memory. Otherwise returns
 * undefined.
 */
function describeOutside({ exitCount, entered, world }: Path): string | undefined {
  if (exitCount > 0) return 'after its exit';
  return world.didOverlap && !entered ? 'before its entry wait' : undefined;
}

function reportOutside(
  report: StaticReport,
  { path, instruction, location }: OutsideAccess,
  inside: Instruction,
): void {
  const finding = report.createFinding(path, instruction, {
    allowed: `Memory that ${report.getName(inside)} accesses in the section is not accessed outside it.`,
    observed: `A path accesses it at ${report.getName(instruction)}, ${location}.`,
    hint: 'Check whether the access was moved out of the section, or whether the section is too short.',
  });
  report.outsideAccesses.push({ index: instruction.index, finding });
}
