const { rename, writeFile } = require('node:fs/promises');
const { setTimeout: pause } = require('node:timers/promises');
const vscode = require('vscode');

const id = 'docs-platform.docs-platform';

exports.activate = () => {
  // Not awaited: our own activation is none of what is measured.
  void measure().then(
    (report) => keep({ report }),
    (error) => keep({ error: String(error) }),
  );
};

/** VS Code's own performance report, after the extension was activated in a calm window. */
async function measure() {
  // While a window starts, extensions are charged for each other.
  await pause(6_000);
  const extension = vscode.extensions.getExtension(id);
  if (!extension || extension.isActive) {
    throw new Error(extension ? `${id} was active already.` : `${id} is not there.`);
  }
  await extension.activate();
  await vscode.commands.executeCommand('perfview.show');
  for (;;) {
    const text = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'perf')?.getText();
    if (text?.includes(id)) {
      return text;
    }
    await pause(100);
  }
}

/** In one piece: somebody waits for the file. */
async function keep(result) {
  const file = process.env.DOCS_PLATFORM_BENCH_RESULT;
  await writeFile(`${file}.part`, JSON.stringify(result));
  await rename(`${file}.part`, file);
}
