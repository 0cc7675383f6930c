export interface Emitter<Event> {
  emit(event: Event): void;
  listen(listener: (event: Event) => void): { dispose(): void };
}

/** A failing listener is reported to `onFailure`, and stops neither other listeners nor the emitter. */
export function createEmitter<Event>(onFailure: (error: unknown) => void): Emitter<Event> {
  const listeners = new Set<{ readonly listener: (event: Event) => void }>();
  return {
    emit(event) {
      for (const { listener } of [...listeners]) {
        try {
          listener(event);
        } catch (error) {
          onFailure(error);
        }
      }
    },
    listen(listener) {
      const entry = { listener };
      listeners.add(entry);
      return { dispose: () => void listeners.delete(entry) };
    },
  };
}
