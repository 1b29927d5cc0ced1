import { assembleProgram, type Gfx, namedIn } from '../../arch/index.js';

/** The name at the start of a line, excluding labels. */
const MNEMONIC = /^([ \t]*)([a-z]\w*)(?=\s|$)/gm;

/** Translates instruction names of any generation in assembly source to this one's. */
export function textIn(gfx: Gfx, text: string): string {
  return text.replace(MNEMONIC, (_, indent: string, name: string) => `${indent}${namedIn(gfx, name)}`);
}

/** Words of assembly source with instruction names of any generation. */
export function programWords(text: string, gfx: Gfx): number[] {
  return assembleProgram(textIn(gfx, text), gfx);
}
