/** Our environment without what would steer a VS Code that is started from it, or tell its extensions of us. */
export function cleanEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => !steering.test(entry[0])),
  );
}

const steering =
  /^(VSCODE_|ELECTRON_|npm_|CODE_SERVER_|CS_|VITEST|EXTENSIONS_GALLERY$|GITHUB_TOKEN$|HASHED_PASSWORD$|INIT_CWD$|LOG_LEVEL$|NODE_ENV$|NODE_OPTIONS$|PASSWORD$|PORT$)/i;
