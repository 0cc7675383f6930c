/** Small texts that outlive a restart. Keys can be used as file names. */
export interface Storage {
  read(key: string): Promise<string | undefined>;
  write(key: string, text: string): Promise<void>;
}
