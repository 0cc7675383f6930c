/** Memoizes a function by its argument. */
export function remembered<A, R>(give: (argument: A) => R): (argument: A) => R {
  const known = new Map<A, R>();
  return (argument) => {
    if (known.has(argument)) return known.get(argument) as R;
    const result = give(argument);
    known.set(argument, result);
    return result;
  };
}
