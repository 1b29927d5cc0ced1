/** A step in a violation's witness, with the cycle and wave it refers to. */
export interface WitnessStep {
  readonly text: string;
  readonly cycle: number | undefined;
  readonly wave: number | undefined;
}

/**
 * Returns each witness step with the first cycle and the first wave mentioned in its text (`cycle 3: wave 1 (packer
 * 0 id 1) …`).
 */
export function parseWitnessSteps(steps: readonly string[]): WitnessStep[] {
  return steps.map((text) => {
    const cycle = /\bcycle (\d+)/.exec(text)?.[1];
    const wave = /\bwave (\d+)/.exec(text)?.[1];
    return {
      text,
      cycle: cycle === undefined ? undefined : Number(cycle),
      wave: wave === undefined ? undefined : Number(wave),
    };
  });
}
