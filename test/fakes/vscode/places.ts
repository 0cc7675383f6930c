/** URIs, positions and ranges. */

import path from 'node:path';

export class Uri {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;

  constructor(parts: { scheme?: string; authority?: string; path?: string; query?: string; fragment?: string }) {
    this.scheme = parts.scheme ?? '';
    this.authority = parts.authority ?? '';
    this.path = parts.path ?? '';
    this.query = parts.query ?? '';
    this.fragment = parts.fragment ?? '';
  }

  static from(parts: ConstructorParameters<typeof Uri>[0]): Uri {
    return new Uri(parts);
  }

  static file(path: string): Uri {
    return new Uri({ scheme: 'file', path });
  }

  static parse(text: string): Uri {
    const [, scheme, authority, path, query, fragment] =
      /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(text) ?? [];
    const plain = (part = ''): string => decodeURIComponent(part);
    return new Uri({
      scheme: scheme ?? '',
      authority: plain(authority),
      path: plain(path),
      query: plain(query),
      fragment: plain(fragment),
    });
  }

  static joinPath(uri: Uri, ...parts: string[]): Uri {
    return uri.with({ path: path.posix.join(uri.path, ...parts) });
  }

  get fsPath(): string {
    return this.path;
  }

  with(change: ConstructorParameters<typeof Uri>[0]): Uri {
    return new Uri({ ...this, ...change });
  }

  /** Encodes decoded parts, like VS Code. */
  toString(): string {
    const path = this.path.split('/').map(encodeURIComponent).join('/');
    const query = this.query && `?${encodeURIComponent(this.query)}`;
    const fragment = this.fragment && `#${encodeURIComponent(this.fragment)}`;
    return `${this.scheme}://${this.authority}${path}${query}${fragment}`;
  }
}

export class Position {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }

  translate(lines = 0, characters = 0): Position {
    return new Position(this.line + lines, this.character + characters);
  }

  with({ line = this.line, character = this.character }: { line?: number; character?: number }): Position {
    return new Position(line, character);
  }

  compareTo(other: Position): number {
    return this.line - other.line || this.character - other.character;
  }

  isBefore(other: Position): boolean {
    return this.compareTo(other) < 0;
  }

  isAfter(other: Position): boolean {
    return this.compareTo(other) > 0;
  }

  isEqual(other: Position): boolean {
    return this.compareTo(other) === 0;
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(start: Position | number, end: Position | number, line?: number, character?: number) {
    if (typeof start === 'number') {
      this.start = new Position(start, end as number);
      this.end = new Position(line ?? 0, character ?? 0);
    } else {
      this.start = start;
      this.end = end as Position;
    }
  }

  get isEmpty(): boolean {
    return this.start.isEqual(this.end);
  }

  contains(other: Position | Range): boolean {
    const [start, end] = other instanceof Range ? [other.start, other.end] : [other, other];
    return this.start.compareTo(start) <= 0 && this.end.compareTo(end) >= 0;
  }

  intersection(other: Range): Range | undefined {
    return this.end.isBefore(other.start) || other.end.isBefore(this.start) ? undefined : this;
  }

  isEqual(other: Range): boolean {
    return this.start.isEqual(other.start) && this.end.isEqual(other.end);
  }
}

export class Selection extends Range {
  get active(): Position {
    return this.end;
  }

  get anchor(): Position {
    return this.start;
  }
}
