/** What a property must be: present, missing, of a type, one of some values, or an object with a shape. */
type Wanted = 'present' | 'missing' | 'string' | 'object' | readonly unknown[] | Shape;

interface Shape {
  readonly [property: string]: Wanted;
}

/** Recognizes a command's argument by its shape: menus, panels and other extensions may pass anything. */
export function shaped<Value>(shape: Shape): (given: unknown) => given is Value {
  return (given): given is Value => has(given, shape);
}

/** Whether it is an object with all these properties. */
export function has(given: unknown, shape: Shape): given is Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null) return false;
  return Object.entries(shape).every(([property, wanted]) => fits(given, property, wanted));
}

function fits(given: object, property: string, wanted: Wanted): boolean {
  if (wanted === 'missing' || wanted === 'present') return property in given === (wanted === 'present');
  const value = (given as Readonly<Record<string, unknown>>)[property];
  if (wanted === 'string') return typeof value === 'string';
  if (wanted === 'object') return typeof value === 'object' && value !== null;
  return isList(wanted) ? wanted.includes(value) : has(value, wanted);
}

function isList(wanted: readonly unknown[] | Shape): wanted is readonly unknown[] {
  return Array.isArray(wanted);
}
