import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { listFolder, readJsonInput } from '../../harness/input/index.js';
import { UsageError } from '../../transactions/index.js';

/** An external tool for compiling sources to machine code. */
export interface ShaderTool {
  readonly name: string;
  /** Alternative commands, in the order they are tried. */
  readonly commands: readonly string[];
  /** How to install the tool on Debian. */
  readonly install: string;
  /** What the tool is needed for. */
  readonly neededFor: string;
}

const install = (debianPackage: string): string => `apt-get install -y ${debianPackage}`;

const tool = (name: string, commands: readonly string[], install: string, neededFor: string): ShaderTool => ({
  name,
  commands,
  install,
  neededFor,
});

const GLSLANG = ['glslangValidator', 'glslang'];
/** The tools, by language or purpose. */
export const SHADER_TOOLS = {
  glsl: tool('glslang', GLSLANG, install('glslang-tools'), 'checking GLSL'),
  assembly: tool('spirv-as', ['spirv-as'], install('spirv-tools'), 'checking SPIR-V assembly'),
  hlsl: tool('dxc', ['dxc'], 'put dxc (DirectX Shader Compiler) on the PATH', 'checking HLSL'),
  compiler: tool('C compiler', ['cc', 'gcc', 'clang'], install('gcc libc6-dev'), 'checking shader sources'),
};

/** How to install the Vulkan loader, which is a library rather than a command. */
export const INSTALL_LOADER = install('libvulkan-dev');
/** How to get a driver: Debian 12's own has no interlocks. */
export const INSTALL_DRIVER = 'pops-tb doctor --install-driver DIR (on Debian)';

/**
 * The library that stands in for a GPU. Needed since Mesa 26.1, which removed RADV's null device. It must come from the
 * same release as the driver.
 */
export const SHIM = { library: 'libamdgpu_noop_drm_shim.so', install: install('mesa-drm-shim') };

/** A Vulkan driver, and the folders with its tools and libraries. */
export interface ShaderDriver {
  /** The driver's ICD manifest, for the Vulkan loader. */
  readonly icd: string;
  /** The driver's library, if found. */
  readonly library: string | undefined;
  /** The shim from the driver's release, if found. */
  readonly shim: string | undefined;
  /** Library folders to search first, for a driver unpacked outside the system folders. */
  readonly libraries: readonly string[];
  /** Folders to search first for executables. */
  readonly binaries: readonly string[];
  /** Folders to search first for headers. */
  readonly headers: readonly string[];
}

const ICD_FOLDERS = ['/usr/local/share/vulkan/icd.d', '/usr/share/vulkan/icd.d', '/etc/vulkan/icd.d'];
const RADV_FILE = /^radeon_icd.*\.json$/;

/** Matches manifests installed by packages: `PREFIX/share/vulkan/icd.d/NAME.json`. */
const PACKAGED_ICD = /^(.*)\/share\/vulkan\/icd\.d\/[^/]+$/;
const SYSTEM_PREFIXES = ['/usr', '/usr/local'];
const SYSTEM_LIBRARIES = [
  '/usr/lib/x86_64-linux-gnu',
  '/usr/lib/aarch64-linux-gnu',
  '/usr/lib64',
  '/usr/lib',
];

/** Returns the driver named by `--driver` or POPS_TB_RADV, or the system's. Throws a one-line `UsageError` if there is none. */
export function findShaderDriver(file: string | undefined): ShaderDriver {
  const icd = resolve(file ?? (process.env.POPS_TB_RADV || findSystemDriver()));
  const { library_path: path } = readIcd(icd);
  const prefix = PACKAGED_ICD.exec(icd)?.[1];
  const customPrefix = prefix === undefined || SYSTEM_PREFIXES.includes(prefix) ? undefined : prefix;
  const libraries = customPrefix === undefined ? [] : listLibraryFolders(customPrefix);
  const candidates = isAbsolute(path)
    ? [path]
    : path.includes('/')
      ? [join(dirname(icd), path)]
      : [...libraries, ...SYSTEM_LIBRARIES].map((folder) => join(folder, path));
  return {
    icd,
    library: candidates.find((file) => existsSync(file)),
    shim: [...libraries, ...SYSTEM_LIBRARIES]
      .map((folder) => join(folder, SHIM.library))
      .find((library) => existsSync(library)),
    libraries,
    binaries: customPrefix === undefined ? [] : [join(customPrefix, 'bin')],
    headers: customPrefix === undefined ? [] : [join(customPrefix, 'include')],
  };
}

function findSystemDriver(): string {
  const manifests = ICD_FOLDERS.flatMap((folder) =>
    existsSync(folder)
      ? listFolder(folder).flatMap(({ name }) => (RADV_FILE.test(name) ? [join(folder, name)] : []))
      : [],
  );
  if (manifests[0] !== undefined) return manifests[0];
  throw new UsageError(
    `Cannot compile shaders: RADV, Mesa's Vulkan driver for AMD, is missing: ${INSTALL_DRIVER}, a package of Mesa 23.2 to 25, or --driver FILE`,
  );
}

function readIcd(file: string): { readonly library_path: string } {
  const document = readJsonInput('driver', file) as { ICD?: { library_path?: unknown } } | null;
  const path = document?.ICD?.library_path;
  if (typeof path === 'string') return { library_path: path };
  throw new UsageError(
    `Invalid driver file ${file}: expected a manifest for the Vulkan loader with ICD.library_path, such as radeon_icd.x86_64.json`,
  );
}

function listLibraryFolders(prefix: string): readonly string[] {
  const folders = ['lib', 'lib64'].map((name) => join(prefix, name)).filter((folder) => existsSync(folder));
  const archFolders = folders.flatMap((folder) =>
    listFolder(folder).flatMap((entry) =>
      entry.isDirectory() && entry.name.endsWith('-linux-gnu') ? [join(folder, entry.name)] : [],
    ),
  );
  return [...archFolders, ...folders];
}

/** Returns the path of the first command of a tool that exists next to the driver or on PATH, if any. */
export function findTool({ commands }: ShaderTool, driver?: ShaderDriver): string | undefined {
  const folders = [...(driver?.binaries ?? []), ...(process.env.PATH ?? '').split(delimiter)].filter(
    (folder) => folder !== '',
  );
  return commands.flatMap((command) => folders.map((folder) => join(folder, command))).find(isCommand);
}

/** Like `findTool`, but throws a `UsageError` with the install command if the tool is missing. */
export function requireTool(tool: ShaderTool, file: string, driver?: ShaderDriver): string {
  const found = findTool(tool, driver);
  if (found !== undefined) return found;
  throw new UsageError(`Cannot compile ${file}: no ${tool.name} found: ${tool.install}`);
}

/** Whether a path is an executable file. */
export function isCommand(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
