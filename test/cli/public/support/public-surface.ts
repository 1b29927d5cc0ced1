import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import {
  API,
  type Checker,
  NodeBuilderFlags,
  type Project,
  type Symbol as Sym,
  SymbolFlags,
  TypeFlags,
} from 'typescript/unstable/sync';
import { findPackageRoot } from '../../../../harness/basics/package-root.js';

/** A property or method of a public declaration, at any depth. */
export interface PublicMember {
  /** The path from the export, such as `Draw.width`. */
  readonly path: string;
  readonly documentation: string;
  /** The docstring of the first package type that the member's declaration mentions. */
  readonly typeDocumentation: string;
  /** Whether it is a number or a list of numbers. */
  readonly isNumeric: boolean;
  /** Whether its type is a single literal that discriminates a union. */
  readonly isTag: boolean;
}

/** A name that an entry point exports, or that is reachable only through the types of such names. */
export interface PublicName {
  readonly name: string;
  /** The entry points that export it, such as `./stimulus`; empty if none does. */
  readonly entries: readonly string[];
  /** The name whose declaration mentions it; undefined if an entry point exports it. */
  readonly reachedFrom: string | undefined;
  /** Its declaration without comments, with any type derived from a table resolved. */
  readonly declaration: string;
  readonly documentation: string;
  readonly isFunction: boolean;
  readonly members: readonly PublicMember[];
}

const ROOT = findPackageRoot();
const BUILT = join(ROOT, 'dist');
const FLAGS = NodeBuilderFlags.NoTruncation | NodeBuilderFlags.InTypeAlias;
/**
 * The maximum length of a resolved type, in characters. Longer types are printed as declared; `pops-tb list` prints
 * their tables.
 */
const MAX_TYPE_LENGTH = 1000;
/** Types that infer others from a table or a schema. A declaration that mentions one is printed as inferred. */
const INFERRING = /\b(?:Fields|FieldsOf|FieldValues|Parsed|TransactionOf)\b/;
/** Kinds of symbols that belong to a declaration and are not printed separately. */
const MEMBER_KINDS =
  SymbolFlags.Property |
  SymbolFlags.Method |
  SymbolFlags.TypeParameter |
  SymbolFlags.FunctionScopedVariable |
  SymbolFlags.EnumMember |
  SymbolFlags.Constructor |
  SymbolFlags.Accessor;

/** Returns the declaration file of each entry point, keyed by import name. */
export function readEntryPoints(): ReadonlyMap<string, string> {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { types: string }>;
  };
  return new Map(
    Object.entries(exports).flatMap(([entry, target]) =>
      typeof target === 'string' ? [] : [[entry, join(ROOT, target.types)]],
    ),
  );
}

/** Returns all public names in the shipped declarations, sorted: the exports and every type reachable from them. */
export function readPublicSurface(): PublicName[] {
  const folder = mkdtempSync(join(tmpdir(), 'surface-'));
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023'],
    module: 'nodenext',
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
  };
  const config = join(folder, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [...readEntryPoints().values()] }));
  const api = new API({ cwd: ROOT });
  try {
    return new Surface(api.updateSnapshot({ openProjects: [config] }).getProjects()[0]!).collectNames();
  } finally {
    api.close();
    rmSync(folder, { recursive: true });
  }
}

class Surface {
  readonly #checker: Checker;
  readonly #entries = new Map<number, string[]>();
  readonly #names = new Map<
    number,
    { readonly symbol: Sym; readonly name: string; readonly from: string | undefined }
  >();

  constructor(readonly project: Project) {
    this.#checker = project.checker;
  }

  collectNames(): PublicName[] {
    for (const [entry, file] of readEntryPoints()) {
      const source = this.project.program.getSourceFile(file) as SourceFile;
      for (const exported of this.#checker.getExportsOfModule(this.#checker.getSymbolAtLocation(source)!)) {
        const symbol = this.#resolveAlias(exported);
        this.#names.set(symbol.id, { symbol, name: exported.name, from: undefined });
        this.#entries.set(symbol.id, [...(this.#entries.get(symbol.id) ?? []), entry]);
      }
    }
    // The queue grows during the loop, so newly found names are followed as well.
    const queue = Array.from(this.#names.values(), ({ symbol }) => symbol);
    for (const symbol of queue) {
      for (const type of this.#findTypesIn(this.#getDeclarations(symbol))) {
        if (this.#names.has(type.id)) continue;
        this.#names.set(type.id, { symbol: type, name: type.name, from: symbol.name });
        queue.push(type);
      }
    }
    return Array.from(this.#names.values(), (named) => this.#describe(named)).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
  }

  #resolveAlias(symbol: Sym): Sym {
    return symbol.flags & SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  #getDeclarations(symbol: Sym): Node[] {
    return symbol.declarations
      .filter(({ path }) => path.startsWith(BUILT))
      .flatMap((handle) => handle.resolve() ?? []);
  }

  /**
   * Returns the package types that the declarations mention. Skips values after `typeof`, which are printed as types.
   */
  #findTypesIn(nodes: readonly Node[]): Sym[] {
    const identifiers = nodes
      .filter((node) => !this.#isInferred(node))
      .flatMap((node) => [...findIdentifiers(node)]);
    return this.#checker
      .getSymbolAtLocation(identifiers)
      .flatMap((found) => (found === undefined ? [] : [this.#resolveAlias(found)]))
      .filter((found) => (found.flags & MEMBER_KINDS) === 0 && !INFERRING.test(found.name))
      .filter((found) => this.#getDeclarations(found).length > 0);
  }

  /** Returns whether an interface has no members of its own, only those inferred from a table or a schema. */
  #isInferred(node: Node): boolean {
    return (
      node.kind === SyntaxKind.InterfaceDeclaration &&
      /^[^{]*\bextends [^{]*<[^{]*\{\s*\}$/.test(this.project.emitter.printNode(node))
    );
  }

  #getInferredMembers(symbol: Sym): readonly Sym[] {
    return this.#checker.getPropertiesOfType(this.#checker.getDeclaredTypeOfSymbol(symbol)!);
  }

  #describe({ symbol, name, from }: { symbol: Sym; name: string; from: string | undefined }): PublicName {
    const nodes = this.#getDeclarations(symbol);
    return {
      name,
      entries: this.#entries.get(symbol.id) ?? [],
      reachedFrom: from,
      declaration: nodes.map((node) => this.#print(symbol, node)).join('\n'),
      documentation: this.#checker.getDocumentationCommentOfSymbol(symbol).trim(),
      isFunction: (symbol.flags & SymbolFlags.Function) !== 0,
      members: nodes.flatMap((node) =>
        this.#isInferred(node)
          ? this.#getInferredMembers(symbol).map((member) =>
              this.#describeMember(member, `${name}.${member.name}`, undefined),
            )
          : this.#describeMembers(node, name),
      ),
    };
  }

  #print(symbol: Sym, node: Node): string {
    const printed = this.project.emitter.printNode(node).replace(/^export (?:declare )?/, '');
    const text = node.kind === SyntaxKind.VariableDeclaration ? `const ${printed}` : printed;
    if (this.#isInferred(node)) {
      const members = this.#getInferredMembers(symbol).map((member) => {
        const mark = member.flags & SymbolFlags.Optional ? '?' : '';
        return `    readonly ${member.name}${mark}: ${this.#formatType(member)};`;
      });
      return [`interface ${symbol.name} {`, ...members, '}'].join('\n');
    }
    if (!/\btypeof\b/.test(text) && !INFERRING.test(text)) return text;
    if (symbol.flags & SymbolFlags.TypeAlias) {
      const type = this.#printType(this.#checker.getDeclaredTypeOfSymbol(symbol));
      return type.length > MAX_TYPE_LENGTH ? text : `type ${symbol.name} = ${type};`;
    }
    const type = this.#checker.getTypeOfSymbol(symbol)!;
    const members = this.#checker
      .getPropertiesOfType(type)
      .map((member) => `    ${member.name}: ${this.#formatType(member)};`);
    return [`const ${symbol.name}: {`, ...members, '};'].join('\n');
  }

  #getTypeDocumentation(node: Node): string {
    const type = (node as { type?: Node }).type;
    const [first] = type === undefined ? [] : this.#findTypesIn([type]);
    return first === undefined ? '' : this.#checker.getDocumentationCommentOfSymbol(first).trim();
  }

  /** Returns the docstring of the public name for a type, which an inferred member does not mention. */
  #findTypeDocumentation(id: number): string {
    for (const { symbol } of this.#names.values())
      if (
        (symbol.flags & (SymbolFlags.TypeAlias | SymbolFlags.Interface)) !== 0 &&
        this.#checker.getDeclaredTypeOfSymbol(symbol)?.id === id
      )
        return this.#checker.getDocumentationCommentOfSymbol(symbol).trim();
    return '';
  }

  #formatType(symbol: Sym): string {
    return this.#printType(this.#checker.getTypeOfSymbol(symbol)!);
  }

  /** Prints a type without the paths of the modules that declare its parts, which depend on the machine. */
  #printType(type: Parameters<Checker['typeToString']>[0]): string {
    return this.#checker.typeToString(type, undefined, FLAGS).replace(/import\("[^"]*"\)\./g, '');
  }

  #describeMembers(node: Node, path: string): PublicMember[] {
    const members: PublicMember[] = [];
    node.forEachChild((child) => {
      const isMember =
        child.kind === SyntaxKind.PropertySignature ||
        child.kind === SyntaxKind.MethodSignature ||
        child.kind === SyntaxKind.PropertyDeclaration ||
        child.kind === SyntaxKind.MethodDeclaration;
      const symbol = isMember
        ? this.#checker.getSymbolAtLocation((child as { name?: Node }).name!)
        : undefined;
      const inner = symbol === undefined ? path : `${path}.${symbol.name}`;
      if (symbol !== undefined) members.push(this.#describeMember(symbol, inner, child));
      members.push(...this.#describeMembers(child, inner));
      return undefined;
    });
    return members;
  }

  #describeMember(symbol: Sym, path: string, node: Node | undefined): PublicMember {
    const checker = this.#checker;
    const type =
      checker.getNonNullableType(checker.getTypeOfSymbol(symbol)!) ?? checker.getTypeOfSymbol(symbol)!;
    const element = checker.isArrayType(type) ? checker.getTypeArguments(type as never)[0]! : type;
    return {
      path,
      documentation: checker.getDocumentationCommentOfSymbol(symbol).trim(),
      typeDocumentation:
        node === undefined ? this.#findTypeDocumentation(element.id) : this.#getTypeDocumentation(node),
      isNumeric: (element.flags & (TypeFlags.Number | TypeFlags.BigInt)) !== 0,
      isTag: type.isLiteralType(),
    };
  }
}

function* findIdentifiers(node: Node): Generator<Node> {
  if (node.kind === SyntaxKind.TypeQuery) return;
  if (node.kind === SyntaxKind.Identifier) yield node;
  const children: Node[] = [];
  node.forEachChild((child) => {
    children.push(child);
    return undefined;
  });
  for (const child of children) yield* findIdentifiers(child);
}
