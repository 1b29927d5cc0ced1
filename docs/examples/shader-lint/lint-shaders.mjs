// Checks every path of the shaders in a folder, without running them: `node lint-shaders.mjs FOLDER`. Exits with code 1
// if any contains an error.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assemble, judgePaths, ParseError } from 'pops-testbench/isa';

const [folder = 'shaders'] = process.argv.slice(2);
const files = readdirSync(folder).filter((name) => name.endsWith('.s'));
const errors = files.flatMap((name) => lint(join(folder, name)));

for (const { file, line, text } of errors) console.log(`::error file=${file},line=${line}::${text}`);
console.log(`${files.length} shaders, ${errors.length} error${errors.length === 1 ? '' : 's'}`);
process.exitCode = errors.length > 0 ? 1 : 0;

/** Returns the errors in one shader, whose first line names its target: `; gfx10.3 wave 32 collision s5`. */
function lint(file) {
  const text = readFileSync(file, 'utf8');
  const [, gfx, wave, register] = /^; (\S+) wave (\d+)(?: collision s(\d+))?$/m.exec(text) ?? [];
  if (gfx === undefined)
    return [{ file, line: 1, text: 'expected a line such as "; gfx10.3 wave 32 collision s5"' }];
  const target = {
    gfx,
    wave: Number(wave),
    ...(register === undefined ? {} : { collisionRegister: Number(register) }),
  };
  try {
    const program = assemble(text, target);
    const words = program.flatMap((instruction) => instruction.words);
    return judgePaths(words, target).findings.map(({ rule, pc, observed, hint }) => ({
      file,
      line: program.find((instruction) => instruction.pc === pc)?.line ?? 1,
      text: `${rule} ${observed} ${hint}`,
    }));
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return [{ file, line: error.line ?? 1, text: error.message }];
  }
}
