/** Whether both are the same JSON value, whatever the order of the fields; an undefined field counts as absent. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => isSame(item, other[index]));
  }
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(ownField(one, name), ownField(other, name)));
}

function ownField(of: object, name: string): unknown {
  return Object.hasOwn(of, name) ? Reflect.get(of, name) : undefined;
}
