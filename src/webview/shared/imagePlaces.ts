const images = new WeakMap<Node, HTMLImageElement>();
const standIns = new WeakMap<HTMLImageElement, Element>();

/** Makes an element the one that is in the place of an image, such as a button that loads it. */
export function setStandIn(standIn: Element, image: HTMLImageElement): void {
  images.set(standIn, image);
  standIns.set(image, standIn);
}

/** The image that a node is, or is in the place of. */
export function imageAt(node: Node): HTMLImageElement | undefined {
  return node instanceof HTMLImageElement ? node : images.get(node);
}

/** What is in the place of an image now: itself, or its stand-in. */
export function placeOfImage(image: HTMLImageElement): Element {
  const standIn = standIns.get(image);
  return standIn?.isConnected && !image.isConnected ? standIn : image;
}

/** Replaces an element. Ranges around it then contain the other, which `replaceWith` would leave out. */
export function swap(element: Element, other: Element): void {
  element.before(other);
  element.remove();
}
