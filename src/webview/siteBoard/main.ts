import '../shared/jitless.ts';
import { render } from 'lit';
import { siteBoard, BoardLooks } from '../../protocol/siteBoard.ts';
import { createAnnouncer } from '../shared/announcer.ts';
import { keptState } from '../shared/keptState.ts';
import { connect } from '../shared/port.ts';
import { adoptStyles } from '../shared/styles.ts';
import { createActs } from './acts.ts';
import { boardState, shownTree } from './boardState.ts';
import { boardView } from './boardView.ts';
import { createDragging } from './dragging.ts';
import { dialogView, showDialog } from './editDialog.ts';
import { listenToKeys } from './keyboard.ts';
import { styles } from './styles.ts';
import { createWalking } from './walking.ts';

adoptStyles(styles);
const port = connect(siteBoard);
const kept = keptState(BoardLooks);
const announce = createAnnouncer();
const root = document.createElement('main');
document.body.append(root);

const state = boardState();
const walking = createWalking(root, kept);
const acts = createActs({ state, port, kept, announce, draw, walking });

/** What stands in the document is what the state says. */
function draw(): void {
  const focused = walking.focused();
  render([boardView(state), dialogView(state, acts)], root);
  showDialog(root);
  walking.settle(focused);
}

listenToKeys({ root, state, acts, walking });
createDragging({
  root,
  tree: () => (state.board?.mayChange ? shownTree(state) : undefined),
  drop: (move) => void acts.move(move),
  announce,
});
root.addEventListener('click', (event) => acts.click(event));
document.addEventListener('scroll', () => kept.set({ scrolled: document.documentElement.scrollTop }), {
  passive: true,
});
port.on('board', (board) => acts.show(board));
draw();
void acts.load();
