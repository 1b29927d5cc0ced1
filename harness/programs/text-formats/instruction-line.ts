/** Matches the first word of an instruction in LLVM's syntax. */
const MNEMONIC =
  /^\s*(?:[\w.$]+:\s*)?(?:(?:s|v|ds|lds|buffer|tbuffer|image|global|flat|scratch)_\w+|exp(?:ort)?\s+(?:mrt|pos|null|prim|param|dual))/;

/** Whether a line contains an instruction, alone or after a label. */
export function isInstruction(line: string): boolean {
  return MNEMONIC.test(line);
}
