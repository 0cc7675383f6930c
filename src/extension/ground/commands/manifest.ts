/** The part of package.json that is read. */
export interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly name: string }[]>>;
  };
}

interface MenuEntry {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
}
