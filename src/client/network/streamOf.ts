/** The body of a response in pieces. Errors that occur while it is read are passed through `failed`. */
export function streamOf(
  body: AsyncIterable<Uint8Array>,
  failed: (error: unknown) => Error,
  discard: () => void,
): ReadableStream<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const piece = await pieces.next();
        if (piece.done) controller.close();
        else controller.enqueue(piece.value);
      } catch (error) {
        controller.error(failed(error));
      }
    },
    cancel: discard,
  });
}
