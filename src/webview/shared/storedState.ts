import type * as z from 'zod/mini';
import { host } from './host.ts';

export interface StoredState<State> {
  get(): State;
  /** Stored at once, because VS Code may destroy the webview at any time. */
  set(change: Partial<State>): void;
}

/**
 * State of a webview that survives while it is hidden, and a reload; stored next to the place that it shows. `schema`
 * provides the defaults, so it must accept `{}`.
 */
export function storedState<Schema extends z.ZodMiniObject>(schema: Schema): StoredState<z.output<Schema>> {
  const place: unknown = JSON.parse(document.body.dataset['place'] ?? 'null');
  const stored = host.getState() as { view?: unknown } | undefined;
  const parsed = schema.safeParse(stored?.view ?? {});
  let view = parsed.success ? parsed.data : schema.parse({});
  const keep = (): void => host.setState({ place, view });
  keep();
  return {
    get: () => view,
    set(change) {
      view = { ...view, ...change };
      keep();
    },
  };
}
