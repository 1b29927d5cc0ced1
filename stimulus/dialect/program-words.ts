import { assembleProgram, type Gfx, translateName } from '../../arch/index.js';

/** Matches the mnemonic at the start of a line, but not a label. */
const MNEMONIC = /^([ \t]*)([a-z]\w*)(?=\s|$)/gm;

/** Translates instruction names in assembly source, from any generation, to those of the given generation. */
export function translateNames(gfx: Gfx, text: string): string {
  return text.replace(MNEMONIC, (_, indent: string, name: string) => `${indent}${translateName(gfx, name)}`);
}

/** Assembles source that may use any generation's instruction names. */
export function assembleWords(text: string, gfx: Gfx): number[] {
  return assembleProgram(translateNames(gfx, text), gfx);
}
