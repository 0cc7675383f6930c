import type * as vscode from 'vscode';

/** How long a refresh may take that makes VS Code give up a reveal, in ms. */
const refreshing = 500;

/** Selects and shows a row. VS Code gives up if the tree is refreshed meanwhile, so it is tried once more. */
export async function revealRow<Row>(
  view: Pick<vscode.TreeView<Row>, 'reveal'>,
  row: Row,
  options: { readonly focus: boolean; readonly expand: boolean },
): Promise<void> {
  const reveal = async () => view.reveal(row, { select: true, ...options });
  try {
    await reveal();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, refreshing));
    await reveal();
  }
}
