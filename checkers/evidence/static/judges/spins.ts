import type { Instruction, InstructionKind, RegisterUse } from '../../../../arch/index.js';
import { DefaultMap } from '../../basics/default-map.js';
import type { PathJudgeFactory } from '../judge.js';
import type { Path } from '../path.js';

const EFFECT_FREE_KINDS: readonly InstructionKind[] = [
  'alu',
  'branch',
  'nop',
  'waitcnt',
  'sleep',
  'invalidate',
];

/**
 * Whether each iteration of a loop repeats the previous one as long as memory does not change. True if the loop
 * only reads memory, does not poll, and reads no register that an earlier iteration wrote.
 */
export function isIdempotentLoop(loop: readonly Instruction[]): boolean {
  const isReadOnly = loop.every(
    ({ kind, memory, readsExitingId }) =>
      !readsExitingId && (EFFECT_FREE_KINDS.includes(kind) || memory?.access === 'load'),
  );
  return isReadOnly && !hasCarriedRegisters(loop);
}

function hasCarriedRegisters(loop: readonly Instruction[]): boolean {
  const allWritten = new Set(loop.flatMap(({ defines }) => listNames(defines)));
  const written = new Set<string>();
  for (const { uses, defines } of loop) {
    if (listNames(uses).some((register) => allWritten.has(register) && !written.has(register))) return true;
    for (const register of listNames(defines)) written.add(register);
  }
  return false;
}

function listNames({ scalars, vectors }: RegisterUse): readonly string[] {
  return [...scalars.map((register) => `s${register}`), ...vectors.map((register) => `v${register}`)];
}

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
