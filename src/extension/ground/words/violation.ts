import * as vscode from 'vscode';
import { plural } from './plural.ts';
import type { Rule, Violation } from '../../../model/shared/reasons.ts';

/** Such as `title must be at most 50 characters`, without a full stop. */
export function violationInWords({ field, rule }: Violation): string {
  const name = field ?? vscode.l10n.t('the content');
  switch (rule.is) {
    case 'required':
      return vscode.l10n.t('{0} is missing', name);
    case 'notEmpty':
      return vscode.l10n.t("{0} can't be empty", name);
    case 'known':
      return vscode.l10n.t("{0} isn't a field that can be set", name);
    case 'id':
      return vscode.l10n.t("{0} isn't an ID", name);
    case 'wellFormed':
      return vscode.l10n.t("{0} doesn't have the right format", name);
    case 'shallow':
      return vscode.l10n.t('{0} is nested too deeply', name);
    case 'type':
      return vscode.l10n.t('{0} must be of type {1}', name, rule.type);
    case 'most':
      return vscode.l10n.t('{0} must be at most {1}', name, amountInWords(rule));
    case 'least':
      return vscode.l10n.t('{0} must be at least {1}', name, amountInWords(rule));
    case 'oneOf':
      return rule.values.length === 1
        ? vscode.l10n.t('{0} must be {1}', name, rule.values[0] ?? '')
        : vscode.l10n.t('{0} must be one of {1}', name, rule.values.join(', '));
    case 'format':
      return vscode.l10n.t('{0} must be {1}', name, formatInWords(rule.format));
  }
}

function amountInWords({ amount, unit }: Extract<Rule, { is: 'most' | 'least' }>): string {
  switch (unit) {
    case 'characters':
      return plural(vscode.l10n.t('{0} character|{0} characters'), amount);
    case 'items':
      return plural(vscode.l10n.t('{0} item|{0} items'), amount);
    case undefined:
      return String(amount);
  }
}

/** A format without words of ours has a name of zod's, such as `email`. */
function formatInWords(format: Extract<Rule, { is: 'format' }>['format']): string {
  switch (format) {
    case 'webAddress':
      return vscode.l10n.t('a URL that starts with https:// or http://');
    case 'wholeNumber':
      return vscode.l10n.t('a whole number');
    case 'jsonSchemaDraft07':
      return vscode.l10n.t('JSON Schema draft-07');
    case 'hexColor':
      return vscode.l10n.t('#rgb or #rrggbb');
    case 'languageTag':
      return vscode.l10n.t('a language tag, such as en or pt-br');
    case 'hostAndPath':
      return vscode.l10n.t('a hostname and a path, such as example.com/docs');
    case 'name':
      return vscode.l10n.t('made of letters, digits, hyphens, underscores, and dots');
    case 'base64':
      return vscode.l10n.t('base64');
    case 'slug':
      return vscode.l10n.t('made of lowercase letters and digits, in words joined by single hyphens');
    case 'notBlank':
      return vscode.l10n.t('more than spaces');
    case 'urlOrText':
      return vscode.l10n.t('an object with either "url" or "text"');
    case 'urlOrBase64':
      return vscode.l10n.t('an object with either "url" or "base64"');
    case 'fileName':
      return vscode.l10n.t('a file name with an extension');
    case 'url':
      return vscode.l10n.t('a full URL (https://…)');
    default:
      return vscode.l10n.t('a valid {0}', format);
  }
}
