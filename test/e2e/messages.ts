import type { Page } from 'playwright-core';

export type Messages = ReturnType<typeof messages>;

/** Notifications in the corner and modal dialogs. */
export function messages(page: () => Page) {
  const toasts = () => page().locator('.notification-toast');
  const toast = (text: string | RegExp) => toasts().filter({ hasText: text });
  const dialog = () => page().locator('.monaco-dialog-box');

  return {
    /** Texts of the visible notifications. */
    notifications: () => toasts().locator('.notification-list-item-message').allInnerTexts(),

    /** Waits for a notification with this text and returns all of its text. */
    notification: (text: string | RegExp) => toast(text).locator('.notification-list-item-message').first().innerText(),

    async clickNotification(text: string | RegExp, button: string) {
      await toast(text).first().getByRole('button', { name: button, exact: true }).click();
    },

    /** Waits for a modal dialog and reads it. */
    async dialog() {
      await dialog().waitFor();
      const details = dialog().locator('.dialog-message-detail');
      return {
        message: await dialog().locator('.dialog-message-text').innerText(),
        detail: (await details.count()) ? await details.innerText() : '',
        buttons: await dialog().locator('.dialog-buttons .monaco-button').allInnerTexts(),
      };
    },

    clickDialog: (button: string) => dialog().getByRole('button', { name: button, exact: true }).click(),
  };
}
