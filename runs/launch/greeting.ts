import { z } from 'zod';
import { getConfigFile } from '../../harness/extension/index.js';
import { describeHost, formatOrigin } from '../../harness/records/index.js';
import { getNamedSuiteHashes } from '../../harness/suite-files/index.js';
import { parseJson, safeParse } from '../../transactions/index.js';

/** A version, a commit or a hash. */
const shortText = z.string().max(200);

/** Validates a worker's first message: its code version and user files. */
const greetingSchema = z.strictObject({
  version: shortText,
  commit: shortText.nullable(),
  changes: shortText.nullable(),
  code: shortText.exactOptional(),
  config: shortText.nullable(),
  suites: z.array(shortText).max(100),
});

/** A worker's code version and user files. */
type Greeting = z.infer<typeof greetingSchema>;

/** The files that a run's tests need. */
export interface RequiredFiles {
  readonly suiteFile?: { readonly path: string; readonly hash: string } | undefined;
  readonly config?: { readonly hash: string } | undefined;
}

/** Returns this process's greeting. */
export function createGreeting(): Greeting {
  const { version, commit, changes = null, code } = describeHost();
  return {
    version,
    commit,
    changes,
    ...(code === undefined ? {} : { code }),
    config: getConfigFile()?.hash ?? null,
    suites: [...getNamedSuiteHashes()],
  };
}

/** Encodes a greeting as the body of a frame. */
export function encodeGreeting(greeting: Greeting): string {
  return Buffer.from(JSON.stringify(greeting)).toString('base64');
}

/**
 * Returns the reason a worker's greeting does not match the run (a phrase that follows "it"), or undefined if they
 * match. Never throws.
 */
export function findGreetingMismatch(body: string, needed: RequiredFiles): string | undefined {
  const greeting = decodeGreeting(body);
  if (greeting === undefined) return 'did not identify itself as a worker of this version';
  const host = describeHost();
  if (!isSame(greeting, host)) return `runs ${formatOrigin(greeting)} but the run uses ${formatOrigin(host)}`;
  const { suiteFile } = needed;
  if (suiteFile !== undefined && !greeting.suites.includes(suiteFile.hash))
    return `is missing the suite file ${suiteFile.path} (hash ${suiteFile.hash}); it needs --suite-file`;
  const config = needed.config?.hash ?? null;
  if (greeting.config === config) return undefined;
  return `has ${describeConfig(greeting.config)} but the run has ${describeConfig(config)}; it needs the same --config`;
}

function isSame({ code, ...greeting }: Greeting, host: ReturnType<typeof describeHost>): boolean {
  const { version, commit, changes } = greeting;
  const isSameCheckout = commit === host.commit && changes === (host.changes ?? null);
  return version === host.version && isSameCheckout && code === host.code;
}

function describeConfig(hash: string | null): string {
  return hash === null ? 'no configuration' : `a configuration with hash ${hash}`;
}

function decodeGreeting(body: string): Greeting | undefined {
  try {
    const parsed = safeParse(greetingSchema, parseJson(Buffer.from(body, 'base64')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
