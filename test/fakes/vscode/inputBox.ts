/** An input box of VS Code, as far as it is used. */
export class InputBox {
  value = '';
  title = '';
  prompt = '';
  isVisible = false;
  isDisposed = false;
  validationMessage: string | undefined;
  private readonly told: Record<string, () => void> = {};
  onDidAccept = (listener: () => void): void => void (this.told['accept'] = listener);
  onDidHide = (listener: () => void): void => void (this.told['hide'] = listener);
  onDidChangeValue = (listener: () => void): void => void (this.told['change'] = listener);
  onDidTriggerButton = (listener: () => void): void => void (this.told['button'] = listener);
  buttons: readonly unknown[] = [];
  show = (): void => void (this.isVisible = true);
  dispose = (): void => void (this.isDisposed = true);
  hide(): void {
    this.isVisible = false;
    this.told['hide']?.();
  }
  type(text: string): void {
    this.value = text;
    this.told['change']?.();
  }
  press(): void {
    this.told['button']?.();
  }
  enter(): void {
    this.told['accept']?.();
  }
}
