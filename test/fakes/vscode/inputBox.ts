import { EventEmitter } from './events.ts';

/** VS Code's input box, as far as it is used. */
export class InputBox {
  value = '';
  title = '';
  prompt = '';
  isVisible = false;
  isDisposed = false;
  validationMessage: string | undefined;
  private readonly accepted = new EventEmitter<void>();
  private readonly hidden = new EventEmitter<void>();
  private readonly changed = new EventEmitter<unknown>();
  private readonly triggered = new EventEmitter<unknown>();
  onDidAccept = this.accepted.event;
  onDidHide = this.hidden.event;
  onDidChangeValue = this.changed.event;
  onDidTriggerButton = this.triggered.event;
  buttons: readonly unknown[] = [];
  show = (): void => void (this.isVisible = true);
  dispose = (): void => void (this.isDisposed = true);
  /** Its listeners are called later, as in VS Code. */
  hide(): void {
    this.isVisible = false;
    queueMicrotask(() => this.hidden.fire());
  }
  type(text: string): void {
    this.value = text;
    this.changed.fire(text);
  }
  press(button?: unknown): void {
    this.triggered.fire(button);
  }
  enter(): void {
    this.accepted.fire();
  }
}
