import * as vscode from 'vscode';
import { blankLinesAround } from '../../../model/tags/blankLines.ts';
import { openTagsAt } from '../../../model/tags/problems.ts';

/**
 * The platform's template tags, each with a template for its content. The closing tags of those that are open at the
 * cursor come first.
 */
export function tagSnippets(document: vscode.TextDocument, range: vscode.Range): vscode.CompletionItem[] {
  const text = document.getText();
  const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  const { before, after } = blankLinesAround(text, { start, end }, 'tag') ?? { before: '', after: '' };
  const open = openTagsAt(text, start);
  const ends = open.toReversed().map((name, index) => {
    const mark = `{% end${name} %}`;
    const item = new vscode.CompletionItem(mark, vscode.CompletionItemKind.Keyword);
    item.detail = vscode.l10n.t('End of {0}', `{% ${name} %}`);
    item.insertText = mark;
    item.preselect = index === 0;
    return { item, order: `0${index}` };
  });
  const offered = Object.entries(bodies()).filter(
    ([name]) => !(name in around) || open.some((each) => each === around[name]),
  );
  const tags = offered.map(([name, { detail, body }], index) => {
    const item = new vscode.CompletionItem(`{% ${name} %}`, vscode.CompletionItemKind.Snippet);
    item.detail = detail;
    item.insertText = new vscode.SnippetString(before + body + after);
    return { item, order: `1${index}` };
  });
  return [...ends, ...tags].map(({ item, order }) => {
    item.range = range;
    item.filterText = item.label as string;
    item.sortText = order;
    return item;
  });
}

/** The tags that only belong into another one. */
const around: Readonly<Record<string, string>> = { tab: 'tabs', column: 'columns', step: 'stepper', update: 'updates' };

const update =
  '{% update date="$CURRENT_YEAR-$CURRENT_MONTH-$CURRENT_DATE" tags="$1" %}\n## ${2:Title}\n$0\n{% endupdate %}';

function bodies(): Record<string, { readonly detail: string; readonly body: string }> {
  return {
    hint: {
      detail: vscode.l10n.t('A hint in one of four styles'),
      body: '{% hint style="${1|info,success,warning,danger|}" %}\n$0\n{% endhint %}',
    },
    tabs: {
      detail: vscode.l10n.t('Tabs, showing one at a time'),
      body: '{% tabs %}\n{% tab title="${1:First}" %}\n$0\n{% endtab %}\n\n{% tab title="${2:Second}" %}\n\n{% endtab %}\n{% endtabs %}',
    },
    tab: { detail: vscode.l10n.t('Another tab'), body: '{% tab title="${1:Title}" %}\n$0\n{% endtab %}' },
    'content-ref': {
      detail: vscode.l10n.t('A card that links to another page'),
      body: '{% content-ref url="$1" %}\n[${2:Title}]($1)\n{% endcontent-ref %}',
    },
    code: {
      detail: vscode.l10n.t('Code with a title or line numbers'),
      body: '{% code title="${1:Title}" lineNumbers="${2|true,false|}" %}\n```$3\n$0\n```\n{% endcode %}',
    },
    embed: {
      detail: vscode.l10n.t('Content from the web, embedded in the page'),
      body: '{% embed url="${1:https://}" %}',
    },
    file: {
      detail: vscode.l10n.t('A file to download'),
      body: '{% file src="$1" %}\n${2:Caption}\n{% endfile %}',
    },
    columns: {
      detail: vscode.l10n.t('Columns next to each other'),
      body: '{% columns %}\n{% column width="${1|50,33,25,66,75|}%" %}\n$0\n{% endcolumn %}\n\n{% column %}\n\n{% endcolumn %}\n{% endcolumns %}',
    },
    column: { detail: vscode.l10n.t('Another column'), body: '{% column %}\n$0\n{% endcolumn %}' },
    stepper: {
      detail: vscode.l10n.t('Steps in order'),
      body: '{% stepper %}\n{% step %}\n### ${1:First}\n$0\n{% endstep %}\n\n{% step %}\n### ${2:Second}\n\n{% endstep %}\n{% endstepper %}',
    },
    step: { detail: vscode.l10n.t('Another step'), body: '{% step %}\n### ${1:Title}\n$0\n{% endstep %}' },
    updates: {
      detail: vscode.l10n.t('Updates, each with its date'),
      body: `{% updates format="full" %}\n${update}\n{% endupdates %}`,
    },
    update: { detail: vscode.l10n.t('Another update'), body: update },
    'openapi-operation': {
      detail: vscode.l10n.t('An operation of an OpenAPI specification'),
      body: '{% openapi-operation spec="$1" path="/$2" method="${3|get,post,put,patch,delete|}" %}\n[OpenAPI $1](${4:https://})\n{% endopenapi-operation %}',
    },
  };
}
