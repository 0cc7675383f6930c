/** Small texts that outlive a restart. Keys are good as names of files. */
export interface Storage {
  read(key: string): Promise<string | undefined>;
  write(key: string, text: string): Promise<void>;
}
