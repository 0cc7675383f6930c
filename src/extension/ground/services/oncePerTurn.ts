/** Returns the same value until other code runs: for state that many rows of a view request at the same time. */
export function oncePerTurn<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    if (!made) {
      made = make();
      queueMicrotask(() => (made = undefined));
    }
    return made;
  };
}
