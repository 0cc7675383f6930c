import '../shared/jitless.ts';
import { render } from 'lit';
import { siteBoard, BoardViewState } from '../../protocol/siteBoard.ts';
import { createAnnouncer } from '../shared/announcer.ts';
import { storedState } from '../shared/storedState.ts';
import { connect } from '../shared/port.ts';
import { adoptStyles } from '../shared/styles.ts';
import { createActions } from './actions.ts';
import { boardState, shownTree } from './boardState.ts';
import { boardView } from './boardView.ts';
import { createDragging } from './dragging.ts';
import { dialogView, showDialog } from './editDialog.ts';
import { listenToKeys } from './keyboard.ts';
import { styles } from './styles.ts';
import { createWalking } from './walking.ts';

adoptStyles(styles);
const port = connect(siteBoard);
const stored = storedState(BoardViewState);
const announce = createAnnouncer();
const root = document.createElement('main');
document.body.append(root);

const state = boardState();
const walking = createWalking(root, stored);
const actions = createActions({ state, port, stored, announce, draw, walking });

/** Renders the state into the document. */
function draw(): void {
  const focused = walking.focused();
  render([boardView(state), dialogView(state, actions)], root);
  showDialog(root);
  walking.settle(focused);
}

listenToKeys({ root, state, actions, walking });
createDragging({
  root,
  tree: () => (state.board?.mayChange ? shownTree(state) : undefined),
  drop: (move) => void actions.move(move),
  announce,
});
root.addEventListener('click', (event) => actions.click(event));
document.addEventListener('scroll', () => stored.set({ scrolled: document.documentElement.scrollTop }), {
  passive: true,
});
port.on('board', (board) => actions.show(board));
draw();
void actions.load();
