import { EventEmitter } from './events.ts';

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
    const shown = this.#items.filter((item) => item.kind !== separator && this.#matches(item));
    this.activeItems = shown.slice(0, 1);
  }

  #matches({ label, description, detail, alwaysShow }: PickItem): boolean {
    const texts = [label, this.matchOnDescription && description, this.matchOnDetail && detail];
    const wanted = this.#value.toLowerCase();
    return alwaysShow === true || texts.some((text) => typeof text === 'string' && text.toLowerCase().includes(wanted));
  }

  show(): void {
    this.isVisible = true;
  }

  hide(): void {
    if (!this.isVisible) return;
    this.isVisible = false;
    this.#hidden.fire({});
  }

  dispose(): void {
    this.hide();
    this.isDisposed = true;
  }

  /** Presses Enter. */
  accept(): void {
    this.selectedItems = this.#active;
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
