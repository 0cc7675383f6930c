/** The words that are shown or read aloud besides the text of a page. */
export interface Words {
  readonly completedTask: string;
  readonly incompleteTask: string;
  readonly footnotes: string;
  readonly backToText: string;
  readonly reusableContent: string;
  /** A day, given as midnight UTC. */
  readonly day: (date: Date) => string;
}
