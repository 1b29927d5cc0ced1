import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { listFolder, readJsonInput } from '../../base/input/index.js';
import { UsageError } from '../../transactions/index.js';

/** A tool that turns source into machine code, and the line that installs it on Debian. */
export interface ShaderTool {
  readonly name: string;
  /** Commands that do its work, in the order in which they are tried. */
  readonly commands: readonly string[];
  readonly install: string;
  readonly unlocks: string;
}

const install = (debianPackage: string): string => `apt-get install -y ${debianPackage}`;

/** Tools by what they read or do. */
export const SHADER_TOOLS = {
  glsl: {
    name: 'glslang',
    commands: ['glslangValidator', 'glslang'],
    install: install('glslang-tools'),
    unlocks: 'check of GLSL',
  },
  assembly: {
    name: 'spirv-as',
    commands: ['spirv-as'],
    install: install('spirv-tools'),
    unlocks: 'check of SPIR-V assembly',
  },
  hlsl: {
    name: 'dxc',
    commands: ['dxc'],
    install: 'put dxc of the DirectX shader compiler on the path',
    unlocks: 'check of HLSL',
  },
  compiler: {
    name: 'C compiler',
    commands: ['cc', 'gcc', 'clang'],
    install: install('gcc libc6-dev'),
    unlocks: 'check of shader sources',
  },
} as const satisfies Record<string, ShaderTool>;

/** How the Vulkan driver and the loader are installed, which are no commands. */
export const INSTALL_LOADER = install('libvulkan-dev');
export const INSTALL_DRIVER = install('mesa-vulkan-drivers');

/** Stands in for a GPU from Mesa 26.1 on, whose RADV has no null device; it has to be of the same release as the driver. */
export const SHIM = { library: 'libamdgpu_noop_drm_shim.so', install: install('mesa-drm-shim') };

/** A Vulkan driver, and the folders beside it where its tools and libraries are. */
export interface ShaderDriver {
  /** File that names it to the loader. */
  readonly icd: string;
  /** Its library, where it was found. */
  readonly library: string | undefined;
  /** The shim of its release, where it was found. */
  readonly shim: string | undefined;
  /** Folders to look into first, for a driver that was unpacked outside of the system's. */
  readonly libraries: readonly string[];
  readonly binaries: readonly string[];
  readonly headers: readonly string[];
}

const ICD_FOLDERS = ['/usr/local/share/vulkan/icd.d', '/usr/share/vulkan/icd.d', '/etc/vulkan/icd.d'];
const RADV_FILE = /^radeon_icd.*\.json$/;

/** `PREFIX/share/vulkan/icd.d/NAME.json`, as packages have it. */
const PREFIXED = /^(.*)\/share\/vulkan\/icd\.d\/[^/]+$/;
const SYSTEM_PREFIXES = ['/usr', '/usr/local'];
const SYSTEM_LIBRARIES = [
  '/usr/lib/x86_64-linux-gnu',
  '/usr/lib/aarch64-linux-gnu',
  '/usr/lib64',
  '/usr/lib',
];

/** The driver that `--driver` names, or RADV of the system. Throws `UsageError` in one line without one. */
export function shaderDriver(file: string | undefined): ShaderDriver {
  const icd = resolve(file ?? systemDriver());
  const { library_path: path } = icdOf(icd);
  const prefix = PREFIXED.exec(icd)?.[1];
  const own = prefix === undefined || SYSTEM_PREFIXES.includes(prefix) ? undefined : prefix;
  const libraries = own === undefined ? [] : libraryFolders(own);
  const places = isAbsolute(path)
    ? [path]
    : path.includes('/')
      ? [join(dirname(icd), path)]
      : [...libraries, ...SYSTEM_LIBRARIES].map((folder) => join(folder, path));
  return {
    icd,
    library: places.find((each) => existsSync(each)),
    shim: [...libraries, ...SYSTEM_LIBRARIES]
      .map((folder) => join(folder, SHIM.library))
      .find((each) => existsSync(each)),
    libraries,
    binaries: own === undefined ? [] : [join(own, 'bin')],
    headers: own === undefined ? [] : [join(own, 'include')],
  };
}

function systemDriver(): string {
  const found = ICD_FOLDERS.flatMap((folder) =>
    existsSync(folder)
      ? listFolder(folder).flatMap(({ name }) => (RADV_FILE.test(name) ? [join(folder, name)] : []))
      : [],
  );
  if (found[0] !== undefined) return found[0];
  throw new UsageError(
    `Cannot compile shaders: RADV, AMD's Vulkan driver of Mesa, is missing: ${INSTALL_DRIVER} (23.2 or newer), or --driver FILE`,
  );
}

function icdOf(file: string): { readonly library_path: string } {
  const document = readJsonInput('driver', file) as { ICD?: { library_path?: unknown } } | null;
  const path = document?.ICD?.library_path;
  if (typeof path === 'string') return { library_path: path };
  throw new UsageError(
    `Invalid driver ${file}: expected a file of the Vulkan loader with ICD.library_path, like radeon_icd.x86_64.json`,
  );
}

function libraryFolders(prefix: string): readonly string[] {
  const folders = ['lib', 'lib64'].map((name) => join(prefix, name)).filter((each) => existsSync(each));
  const inner = folders.flatMap((folder) =>
    listFolder(folder).flatMap((entry) =>
      entry.isDirectory() && entry.name.endsWith('-linux-gnu') ? [join(folder, entry.name)] : [],
    ),
  );
  return [...inner, ...folders];
}

/** The first command of a tool that exists, beside the driver or on the path. */
export function findTool({ commands }: ShaderTool, driver?: ShaderDriver): string | undefined {
  const folders = [...(driver?.binaries ?? []), ...(process.env.PATH ?? '').split(delimiter)].filter(
    (each) => each !== '',
  );
  return commands.flatMap((command) => folders.map((folder) => join(folder, command))).find(isCommand);
}

/** The same; throws `UsageError` that names what is missing and the line that installs it. */
export function requireTool(tool: ShaderTool, file: string, driver?: ShaderDriver): string {
  const found = findTool(tool, driver);
  if (found !== undefined) return found;
  throw new UsageError(`Cannot compile ${file}: ${tool.name} is missing: ${tool.install}`);
}

/** Whether a file is there that can be run. */
export function isCommand(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
