import { factsOf, type Instruction, isDataShare, type MemorySpace } from '../../../../arch/index.js';
import { DefaultMap } from '../../basics/default-map.js';
import type { PathJudgeFactory } from '../judge.js';
import type { Path } from '../path.js';
import type { StaticReport } from '../report.js';

/** An access outside the section. It is a violation if its object turns out to be covered. */
interface OutsideAccess {
  readonly path: Path;
  readonly instruction: Instruction;
  readonly location: string;
}

/**
 * Checks PROTO-08 on every path. An object is covered if any path accesses it between the path's entry and exit.
 * Objects that are never written may be read anywhere, and words shared by all fragments, such as counters, may be
 * accessed anywhere. If no path accesses anything in its section, all objects are covered.
 * Objects are identified by descriptor here, because only a run can show whether their addresses overlap.
 */
export const checkSectionCoverage: PathJudgeFactory = (gfx, report) => {
  const covered = new Map<number, Instruction>();
  /** The objects that each instruction accesses, by index. `undefined` means an unknown object. */
  const objects = new DefaultMap<number, Set<number | undefined>>(() => new Set());
  const outside = new Map<string, OutsideAccess & { readonly object: number }>();
  const isEntryKnown = report.isArgumentKnown || !factsOf(gfx).hasWaveIds;
  let isEmpty = true;
  return {
    appliesTo: ({ memory }) => memory !== undefined && memory.space !== 'scalar',
    after: (path, instruction) => {
      const access = path.outstanding.at(-1);
      if (access?.instruction !== instruction) return;
      const { object } = access;
      isEmpty &&= !access.inside;
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
      const lacksAccesses = isEmpty && !report.findings.has('PROTO-11');
      for (const access of outside.values()) {
        const inside = covered.get(access.object);
        const isStore = access.instruction.memory?.access === 'store';
        const mayBeOrdered =
          inside === undefined ? lacksAccesses && isStore : writes(inside) || writes(access.instruction);
        if (mayBeOrdered) reportOutside(report, access, inside);
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
  inside: Instruction | undefined,
): void {
  const finding = report.createFinding(path, instruction, {
    allowed:
      inside === undefined
        ? 'A program with a section does not store what overlapping waves overwrite only outside it.'
        : `Memory that ${report.getName(inside)} accesses in the section is not accessed outside it.`,
    observed: `A path accesses it at ${report.getName(instruction)}, ${location}.`,
    hint: 'Check whether the access was moved out of the section, or whether the section is too short.',
  });
  report.outsideAccesses.push({ index: instruction.index, finding });
}

const PRIVATE_SPACES: ReadonlySet<MemorySpace> = new Set(['scratch', 'lds']);

/**
 * Checks PROTO-11 across all paths: if a wave reported as overlapping writes memory on any path (other than a counter
 * word shared by all fragments), at least one path must have an entry wait. If there is one, PROTO-08 checks which
 * accesses must follow it.
 */
export const checkEntries: PathJudgeFactory = (gfx, report) => {
  const isEntryKnown = report.isArgumentKnown || !factsOf(gfx).hasWaveIds;
  let hasEntry = false;
  let write: { readonly path: Path; readonly instruction: Instruction } | undefined;
  return {
    // Every path has an end, and any entry comes before it.
    appliesTo: ({ kind }) => kind === 'memory' || kind === 'end',
    before: (path, instruction) => {
      if (!path.world.didOverlap) return;
      if (path.entered) hasEntry = true;
      else if (write === undefined && writesShared(instruction)) write = { path: path.clone(), instruction };
    },
    finish: () => {
      if (!isEntryKnown || (write === undefined && !hasEntry)) return;
      report.arm('PROTO-11');
      if (hasEntry || write === undefined) return;
      report.addFinding('PROTO-11', write.path, write.instruction, {
        allowed: 'An overlapping wave waits before it writes memory that other waves may access.',
        observed: `No path of the program has an entry wait, and this one writes at ${report.getName(write.instruction)}.`,
        hint: 'Look for the entry wait: it is missing, or no path reaches it.',
      });
    },
  };
};

function writesShared(instruction: Instruction): boolean {
  const { memory } = instruction;
  if (memory === undefined || memory.access === 'load' || PRIVATE_SPACES.has(memory.space)) return false;
  return !accessesSharedWord(instruction);
}

/**
 * Whether a load or atomic has no per-lane address, so all fragments share one word, such as a list counter.
 * Pixel interlocks do not order accesses to such a word, and programs may access it anywhere.
 */
export function accessesSharedWord({ memory, uses }: Instruction): boolean {
  if (memory === undefined || memory.access === 'store') return false;
  return uses.vectors.length <= (memory.access === 'atomic' ? memory.dwords : 0);
}

/**
 * The objects that an instruction accesses, as numbered by `ScalarFile.getObject`. `undefined` means an unknown object.
 */
type Objects = Set<number | undefined>;

/**
 * Finds the instructions that access memory inside the section on any path (`StaticReport.section`). A wave reported as
 * not overlapping skips the entry wait, so its section starts where the wait would have ended. Only its accesses to
 * objects that other waves access in their sections are counted.
 */
export const findSectionAccesses: PathJudgeFactory = (_gfx, report) => {
  const accessesInSection = new DefaultMap<number, Objects>(() => new Set());
  const accessesAfterSkippedEntry = new DefaultMap<number, Objects>(() => new Set());
  const writtenObjects: Objects = new Set();
  return {
    appliesTo: ({ memory }) => memory !== undefined && !isDataShare(memory.space),
    after: (path, { index, memory }) => {
      const access = path.outstanding.at(-1);
      if (access?.instruction.index !== index || memory === undefined) return;
      if (memory.access !== 'load') writtenObjects.add(access.object);
      if (access.inside) accessesInSection.getOrCreate(index).add(access.object);
      else if (path.skipped && path.exitCount === 0 && access.shared)
        accessesAfterSkippedEntry.getOrCreate(index).add(access.object);
    },
    finish: () => {
      const ordered: Objects = new Set([...accessesInSection.values()].flatMap((objects) => [...objects]));
      for (const [index, objects] of accessesAfterSkippedEntry)
        if ([...objects].some((object) => object !== undefined && ordered.has(object)))
          for (const object of objects) accessesInSection.getOrCreate(index).add(object);
      for (const [index, objects] of accessesInSection) {
        report.section.accesses.add(index);
        const isRead = report.program.instructions[index].memory?.access === 'load';
        if (isRead && [...objects].every((object) => object !== undefined && !writtenObjects.has(object)))
          report.section.pureReads.add(index);
      }
    },
  };
};
