import type { Instruction } from '../../../../arch/index.js';
import { DefaultMap } from '../../basics/default-map.js';
import type { PathJudgeFactory } from '../judge.js';
import type { Path } from '../path.js';
import { isIdempotentLoop } from '../rounds.js';

/** A loop that only reads. The loop hangs if it turns out to read protected memory that is written elsewhere. */
interface SpinLoop {
  readonly path: Path;
  readonly loads: readonly Instruction[];
}

/** Checks HANG-10 on every path: no loop in the section waits for a change to protected memory. */
export const checkSpinLoops: PathJudgeFactory = (_gfx, report) => {
  const spinLoops = new Map<number, SpinLoop>();
  const written = new Set<number>();
  /** The objects that each instruction accesses in sections, on any path. */
  const objects = new DefaultMap<Instruction, Set<number>>(() => new Set());
  return {
    appliesTo: ({ memory }) => memory !== undefined,
    after: (path, instruction) => {
      const access = path.outstanding.at(-1);
      if (access?.instruction !== instruction || !access.inside || access.object === undefined) return;
      objects.getOrCreate(instruction).add(access.object);
      if (instruction.memory!.access !== 'load') written.add(access.object);
    },
    onInfiniteLoop: (path, body) => {
      if (!path.entered || path.exitCount > 0 || spinLoops.has(path.index)) return;
      report.arm('HANG-10');
      const last = body[body.length - 1];
      if (last.kind !== 'branch' || last.target !== path.index) return;
      const loop = report.program.instructions.slice(path.index, last.index + 1);
      const loads = loop.filter(({ kind }) => kind === 'memory');
      if (loads.length > 0 && isIdempotentLoop(loop))
        spinLoops.set(path.index, { path: path.clone(), loads });
    },
    finish: () => {
      for (const { path, loads } of spinLoops.values()) {
        const load = loads.find((candidate) =>
          [...(objects.get(candidate) ?? [])].some((object) => written.has(object)),
        );
        if (load === undefined) continue;
        report.addFinding('HANG-10', path, load, {
          allowed: 'A section must not wait for a change to memory that it protects.',
          observed: `${report.getName(load)} reads it in a loop, but only waves that are waiting for this one could change it.`,
          hint: "Look for a flag that another invocation of the pixel should set: rely on the interlock's ordering instead of waiting.",
        });
      }
    },
  };
};
