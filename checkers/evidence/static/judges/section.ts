import { isDataShare } from '../../../../arch/index.js';
import { DefaultMap } from '../../basics/default-map.js';
import type { PathJudgeFactory } from '../judge.js';

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
