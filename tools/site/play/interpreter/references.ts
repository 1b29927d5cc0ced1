import type { MemberExpression, Pattern } from 'acorn';
import {
  type Assign,
  type Evaluate,
  type Frame,
  getFrame,
  makeUnknownNodeError,
  type Scope,
} from './frame.js';

type Fields = Record<PropertyKey, unknown>;

type CompileExpression = (
  node: MemberExpression['object'] | MemberExpression['property'],
  scope: Scope,
) => Evaluate;

/** Compiles a reference to a variable or a JavaScript global. */
export function compileName(name: string, scope: Scope): Evaluate {
  const slot = scope.find(name);
  if (slot === undefined) {
    const value = (globalThis as Fields)[name];
    return () => value;
  }
  const { depth, index } = slot;
  return depth === 0 ? (frame) => frame[index] : (frame) => getFrame(frame, depth)[index];
}

/** An object, and the name or index of one of its properties. */
interface Member {
  readonly object: (frame: Frame) => Fields;
  readonly key: (frame: Frame) => PropertyKey;
}

export function compileMember(node: MemberExpression, scope: Scope, compile: CompileExpression): Member {
  const { object, property, computed } = node;
  if (!computed && property.type !== 'Identifier') throw makeUnknownNodeError(property);
  const name = property.type === 'Identifier' ? property.name : '';
  return {
    object: compile(object, scope) as Member['object'],
    key: computed ? (compile(property, scope) as Member['key']) : () => name,
  };
}

/** Compiles an assignment to a variable or to a property of an object. */
export function compileWriter(node: Pattern, scope: Scope, compile: CompileExpression): Assign {
  if (node.type === 'MemberExpression') {
    const { object, key } = compileMember(node, scope, compile);
    return (frame, value) => {
      object(frame)[key(frame)] = value;
    };
  }
  const slot = node.type === 'Identifier' ? scope.find(node.name) : undefined;
  if (slot === undefined) throw makeUnknownNodeError(node);
  const { depth, index } = slot;
  return (frame, value) => {
    getFrame(frame, depth)[index] = value;
  };
}

/** Declares the names in a pattern, and returns a function that destructures a value into them. */
export function compileBinder(node: Pattern, scope: Scope): Assign {
  if (node.type === 'Identifier') {
    const index = scope.declare(node.name);
    return (frame, value) => {
      frame[index] = value;
    };
  }
  if (node.type !== 'ObjectPattern') throw makeUnknownNodeError(node);
  const bindings = node.properties.map((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier')
      throw makeUnknownNodeError(property);
    return { name: property.key.name, bind: compileBinder(property.value, scope) };
  });
  return (frame, value) => {
    for (const { name, bind } of bindings) bind(frame, (value as Fields)[name]);
  };
}
