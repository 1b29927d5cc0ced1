/** Stubs for Node's file, path and thread modules. They do not exist in a browser, and a page never uses them. */
export const existsSync = (): boolean => false;
export const fileURLToPath = (): string => '/';
export const dirname = (path: string): string => path.slice(0, path.lastIndexOf('/'));
export const join = (...parts: readonly string[]): string => parts.join('/');
export const resolve = join;
export const getEnvironmentData = (): undefined => undefined;
export class SourceMap {}
