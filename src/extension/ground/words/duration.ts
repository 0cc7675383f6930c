import * as vscode from 'vscode';

/** Such as “12 seconds”; minutes if it is more than 90 seconds. */
export function durationInWords(seconds: number): string {
  const isShort = seconds <= 90;
  return new Intl.NumberFormat(vscode.env.language, {
    style: 'unit',
    unit: isShort ? 'second' : 'minute',
    unitDisplay: 'long',
  }).format(isShort ? seconds : Math.ceil(seconds / 60));
}
