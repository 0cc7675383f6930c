/** VS Code's input box, as far as it is used. */
export class InputBox {
  value = '';
  title = '';
  prompt = '';
  isVisible = false;
  isDisposed = false;
  validationMessage: string | undefined;
  private readonly reported: Record<string, (value?: unknown) => void> = {};
  onDidAccept = (listener: () => void): void => void (this.reported['accept'] = listener);
  onDidHide = (listener: () => void): void => void (this.reported['hide'] = listener);
  onDidChangeValue = (listener: (text?: unknown) => void): void => void (this.reported['change'] = listener);
  onDidTriggerButton = (listener: (button?: unknown) => void): void => void (this.reported['button'] = listener);
  buttons: readonly unknown[] = [];
  show = (): void => void (this.isVisible = true);
  dispose = (): void => void (this.isDisposed = true);
  /** Its listeners are called later, as in VS Code. */
  hide(): void {
    this.isVisible = false;
    queueMicrotask(() => this.reported['hide']?.());
  }
  type(text: string): void {
    this.value = text;
    this.reported['change']?.(text);
  }
  press(button?: unknown): void {
    this.reported['button']?.(button);
  }
  enter(): void {
    this.reported['accept']?.();
  }
}
