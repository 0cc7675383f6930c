import { EventEmitter } from './events.ts';
import { compareLabels, matches } from './matching.ts';

export interface PickItem {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly kind?: number;
  readonly alwaysShow?: boolean;
  readonly picked?: boolean;
}

const separator = -1;

/** VS Code's quick pick, as far as it is used: the first entry that matches the typed text is the active one. */
export class QuickPick {
  readonly #accepted = new EventEmitter<void>();
  readonly #hidden = new EventEmitter<object>();
  readonly #changed = new EventEmitter<string>();
  readonly #activated = new EventEmitter<readonly PickItem[]>();
  readonly #selected = new EventEmitter<readonly PickItem[]>();
  readonly #button = new EventEmitter<object>();
  readonly #itemButton = new EventEmitter<{ readonly item: PickItem; readonly button: object }>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidChangeValue = this.#changed.event;
  readonly onDidChangeActive = this.#activated.event;
  readonly onDidChangeSelection = this.#selected.event;
  readonly onDidTriggerButton = this.#button.event;
  readonly onDidTriggerItemButton = this.#itemButton.event;
  title: string | undefined;
  prompt: string | undefined;
  placeholder: string | undefined;
  busy = false;
  enabled = true;
  canSelectMany = false;
  matchOnDescription = false;
  matchOnDetail = false;
  sortByLabel = true;
  ignoreFocusOut = false;
  buttons: readonly object[] = [];
  selectedItems: readonly PickItem[] = [];
  isVisible = false;
  isDisposed = false;
  /** Whether its listeners are still to be told that it is hidden. */
  #isShown = false;
  #items: readonly PickItem[] = [];
  #active: readonly PickItem[] = [];
  #value = '';

  get items(): readonly PickItem[] {
    return this.#items;
  }

  set items(items: readonly PickItem[]) {
    this.#items = items;
    this.#activate();
  }

  get activeItems(): readonly PickItem[] {
    return this.#active;
  }

  set activeItems(items: readonly PickItem[]) {
    this.#active = items;
    this.#activated.fire(items);
  }

  get value(): string {
    return this.#value;
  }

  set value(text: string) {
    if (text === this.#value) return;
    this.#value = text;
    this.#activate();
    this.#changed.fire(text);
  }

  #activate(): void {
    this.activeItems = this.#shown().slice(0, 1);
  }

  /** The entries that match the typed text, those with a matching label first. */
  #shown(): readonly PickItem[] {
    const typed = this.#value.trim();
    const items = this.#items.filter(({ kind }) => kind !== separator);
    if (typed === '') return items;
    const shown = items.filter((item) => item.alwaysShow || this.#textsOf(item).some((text) => matches(text, typed)));
    if (!this.sortByLabel) return shown;
    const named = shown.filter(({ label }) => matches(label, typed));
    return [
      ...named.toSorted((one, other) => compareLabels(one.label, other.label, typed)),
      ...shown.filter((item) => !named.includes(item)),
    ];
  }

  #textsOf({ label, description, detail }: PickItem): readonly string[] {
    const texts = [label, this.matchOnDescription && description, this.matchOnDetail && detail];
    return texts.filter((text) => typeof text === 'string');
  }

  show(): void {
    this.isVisible = true;
    this.#isShown = true;
  }

  /** Its listeners are called later, as in VS Code. */
  hide(): void {
    this.isVisible = false;
    queueMicrotask(() => this.#hide());
  }

  #hide(): void {
    if (!this.#isShown) return;
    this.#isShown = this.isVisible;
    this.#hidden.fire({});
  }

  dispose(): void {
    this.isVisible = false;
    this.#hide();
    this.isDisposed = true;
  }

  /** Presses Enter. */
  accept(): void {
    this.#take(this.#active);
  }

  /** As when Enter is pressed on an entry of the list that is still shown, while another one is on its way. */
  acceptAt(place: number): void {
    this.#take(this.#items.slice(place, place + 1));
  }

  #take(items: readonly PickItem[]): void {
    this.selectedItems = items;
    this.#selected.fire(this.selectedItems);
    this.#accepted.fire();
  }

  press(button: object): void {
    this.#button.fire(button);
  }

  pressOn(item: PickItem, button: object): void {
    this.#itemButton.fire({ item, button });
  }
}
