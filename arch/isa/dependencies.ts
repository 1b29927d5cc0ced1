/** The instructions that wait for dependency counters, by LLVM name. */
export const DEPENDENCIES: ReadonlySet<string> = new Set(['s_waitcnt_depctr', 's_wait_alu']);

/** An immediate with all fields set, which waits for nothing. */
export const NO_DEPENDENCY_WAIT = 0xffff;

/**
 * Lowest bit and width of each dependency counter's field, in the order in which they are printed. All ones mean no wait
 * (LLVM, `AMDGPU::DepCtr`).
 */
export const DEPENDENCY_FIELDS = {
  hold_cnt: [7, 1],
  sa_sdst: [0, 1],
  va_vdst: [12, 4],
  va_sdst: [9, 3],
  va_ssrc: [8, 1],
  va_vcc: [1, 1],
  vm_vsrc: [2, 3],
} as const;

/** The name of a dependency counter. */
export type DependencyName = keyof typeof DEPENDENCY_FIELDS;

/** Returns the count in one field of an immediate. */
export function readDependency(immediate: number, name: DependencyName): number {
  const [low, width] = DEPENDENCY_FIELDS[name];
  return (immediate >>> low) & (2 ** width - 1);
}

/** Returns the text of an immediate that waits until one counter is 0. */
export function formatDependencyWait(name: DependencyName): string {
  const [low, width] = DEPENDENCY_FIELDS[name];
  return `0x${(NO_DEPENDENCY_WAIT & ~((2 ** width - 1) << low)).toString(16)}`;
}
