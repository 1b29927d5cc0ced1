import { assembleProgram, type Gfx, namedIn } from '../../arch/index.js';

/** The name at the start of a line, which is no label. */
const MNEMONIC = /^([ \t]*)([a-z]\w*)(?=\s|$)/gm;

/** A text whose instructions have the names of any generation, with those of this one. */
export function textIn(gfx: Gfx, text: string): string {
  return text.replace(MNEMONIC, (_, indent: string, name: string) => `${indent}${namedIn(gfx, name)}`);
}

/** Words of a text whose instructions have the names of any generation. */
export function programWords(text: string, gfx: Gfx): number[] {
  return assembleProgram(textIn(gfx, text), gfx);
}
