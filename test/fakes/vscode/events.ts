export interface Disposed {
  dispose(): unknown;
}

export class EventEmitter<Value> {
  readonly #listeners = new Set<(value: Value) => unknown>();

  readonly event = (listener: (value: Value) => unknown): Disposable => {
    this.#listeners.add(listener);
    return new Disposable(() => this.#listeners.delete(listener));
  };

  fire(value: Value): void {
    for (const listener of [...this.#listeners]) listener(value);
  }

  hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

export class Disposable {
  readonly dispose: () => unknown;

  constructor(dispose: () => unknown) {
    this.dispose = dispose;
  }

  static from(...all: readonly Disposed[]): Disposable {
    return new Disposable(() => all.forEach((each) => void each.dispose()));
  }
}

/** A no-op event or registration, for those that a test never uses. */
export const never = (): Disposable => new Disposable(() => undefined);
