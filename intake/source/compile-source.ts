import { existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { lookup } from '../../arch/index.js';
import { formatOneLine } from '../../harness/basics/index.js';
import { readInput } from '../../harness/input/index.js';
import { UsageError } from '../../transactions/index.js';
import { withEmptyFolder } from './driver-process.js';
import { requireTool, SHADER_TOOLS, type ShaderDriver } from './shader-tools.js';
import { runTool } from './tool-process.js';

/** The language of a shader source file. */
export type SourceLanguage = 'glsl' | 'hlsl' | 'assembly' | 'binary';

const LANGUAGES: Readonly<Record<string, SourceLanguage>> = lookup({
  '.frag': 'glsl',
  '.vert': 'glsl',
  '.comp': 'glsl',
  '.geom': 'glsl',
  '.hlsl': 'hlsl',
  '.spvasm': 'assembly',
  '.spv': 'binary',
});

/** Returns a file's language based on its extension, or undefined if it is not a source. */
export function getLanguage(file: string): SourceLanguage | undefined {
  const extension = extname(file.replace(/\.glsl$/i, '')).toLowerCase();
  return LANGUAGES[extension];
}

/** Matches every source with an interlock: GLSL's qualifier, HLSL's types or SPIR-V's extension. */
const INTERLOCK = /interlock|RasterizerOrdered/;

/** Matches a line that includes a file. */
const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm;

/**
 * Whether a file in a folder is a shader to check: a fragment shader with an interlock, possibly in a file that it
 * includes. Most shaders in a project are not.
 */
export function isSourceInFolder(file: string): boolean {
  if (getLanguage(file) === undefined || /\.(?:vert|comp|geom)(?:\.glsl)?$/i.test(file)) return false;
  return hasInterlock(file, new Set());
}

/** Whether a source or a file that it includes has an interlock. One that cannot be found may have it. */
function hasInterlock(file: string, seen: Set<string>): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  if (!existsSync(file)) return true;
  const text = new TextDecoder('latin1').decode(readInput('program', file));
  const included = Array.from(text.matchAll(INCLUDE), ([, name]) => join(dirname(file), name!));
  return INTERLOCK.test(text) || included.some((path) => hasInterlock(path, seen));
}

/** Compiles a source to SPIR-V with debug information. Throws a one-line `UsageError` if that fails. */
export function compileSource(
  file: string,
  language: SourceLanguage,
  flags: readonly string[],
  driver: ShaderDriver,
): Uint8Array {
  if (language === 'binary') return readInput('program', file);
  const tool = SHADER_TOOLS[language];
  const command = requireTool(tool, file, driver);
  return withEmptyFolder((folder) => {
    const output = join(folder, 'shader.spv');
    const result = runTool({
      command,
      arguments: getCompilerArguments(language, file, output, flags),
      driver,
    });
    if (result.ok) return readInput('program', output);
    throw new UsageError(
      `Cannot compile ${file}: ${tool.name}: ${findFirstError(result.out, file) ?? result.exitReason}`,
    );
  });
}

function getCompilerArguments(
  language: SourceLanguage,
  file: string,
  output: string,
  flags: readonly string[],
): readonly string[] {
  // The prefix keeps a file name that starts with a dash from being read as an option.
  const path = file.startsWith('-') ? `./${file}` : file;
  if (language === 'hlsl')
    return [
      '-spirv',
      '-T',
      'ps_6_0',
      '-fspv-target-env=vulkan1.3',
      '-fspv-debug=line',
      ...flags,
      '-Fo',
      output,
      path,
    ];
  if (language === 'assembly') return ['--target-env', readVersion(file), ...flags, path, '-o', output];
  return ['-V', '--target-env', 'vulkan1.3', '-g', ...flags, '-o', output, path];
}

/**
 * Returns the target environment: the SPIR-V version in a disassembly's header, or else Vulkan 1.3. Since SPIR-V 1.4,
 * entry points list different variables, so a driver may crash on a module with the wrong version.
 */
function readVersion(file: string): string {
  const text = new TextDecoder().decode(readInput('program', file));
  const [, version] = /^;[ \t]*Version:[ \t]*(1\.[0-6])[ \t]*\r?$/m.exec(text) ?? [];
  return version === undefined ? 'vulkan1.3' : `spv${version}`;
}

/**
 * Returns the first error that a compiler printed, or else its first line, without the file name. Returns
 * undefined if it printed nothing else.
 */
function findFirstError(message: string, file: string): string | undefined {
  const lines = message.split('\n').filter((line) => line.trim() !== '' && line.trim() !== file);
  const first = lines.find((line) => /error/i.test(line)) ?? lines[0];
  if (first === undefined) return undefined;
  const cleaned = formatOneLine(first).replace(/^ERROR: /, '');
  return cleaned.startsWith(`${file}:`) ? `line ${cleaned.slice(file.length + 1)}` : cleaned;
}
