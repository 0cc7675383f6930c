import type * as z from 'zod';
import { host } from './host.ts';

export interface StoredState<State> {
  get(): State;
  /** Written through at once: VS Code may take the webview away at any time. */
  set(change: Partial<State>): void;
}

/**
 * What the webview keeps of its looks while it is hidden and over a reload, beside the place that it shows. `schema` gives the
 * defaults: `{}` has to parse.
 */
export function storedState<Schema extends z.ZodObject>(schema: Schema): StoredState<z.output<Schema>> {
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
