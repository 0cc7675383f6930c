import * as vscode from 'vscode';

/** The texts of the board of a site. */
export function siteBoardTexts() {
  return { ...board(), ...parts(), ...editor(), ...announced(), ...moves(), ...failures() };
}

function board() {
  return {
    loading: vscode.l10n.t('Loading the site structure…'),
    couldNotLoad: vscode.l10n.t("Couldn't load the site structure. {0}"),
    retry: vscode.l10n.t('Retry'),
    unreadable: vscode.l10n.t('This view is out of sync with the extension. Close and reopen it.'),
    saving: vscode.l10n.t('Saving…'),
    site: vscode.l10n.t('Site'),
    openSite: vscode.l10n.t('Open Site'),
    shareLinks: vscode.l10n.t('Share Links'),
    undo: vscode.l10n.t('Undo'),
    refresh: vscode.l10n.t('Refresh'),
    dismiss: vscode.l10n.t('Dismiss'),
    lastUpdated: vscode.l10n.t('{0} Last updated at {1}.'),
    structure: vscode.l10n.t('Site structure'),
    emptySite: vscode.l10n.t('This site is empty.'),
    emptyGroup: vscode.l10n.t('This group has no sections.'),
    addSpace: vscode.l10n.t('Add Space'),
    addSection: vscode.l10n.t('Add Section'),
    addGroup: vscode.l10n.t('Add Group'),
    addSpaceTo: vscode.l10n.t('Add space to {0}'),
    addSectionTo: vscode.l10n.t('Add section to {0}'),
    keysToRead: vscode.l10n.t('Use the arrow keys to move around. Press Enter to show details.'),
    keysToEdit: vscode.l10n.t(
      'Drag to move, click to edit. With the keyboard: arrow keys move around, Enter edits, Space picks up and drops, Escape cancels.',
    ),
    keysToMove: vscode.l10n.t('Use the arrow keys to move “{0}”. Press Space to drop it or Escape to cancel.'),
    keysToMoveSpace: vscode.l10n.t(
      'Use the arrow keys to move “{0}” within its section. Press Space to drop it or Escape to cancel.',
    ),
  };
}

function parts() {
  return {
    untitled: vscode.l10n.t('Untitled'),
    group: vscode.l10n.t('Group “{0}”'),
    section: vscode.l10n.t('Section “{0}”'),
    space: vscode.l10n.t('Space “{0}”'),
    movableGroup: vscode.l10n.t('movable group'),
    movableSection: vscode.l10n.t('movable section'),
    movableSpace: vscode.l10n.t('movable space'),
    default: vscode.l10n.t('default'),
    condition: vscode.l10n.t('if {0}'),
    spaceHidden: vscode.l10n.t('Space deleted or not visible to you'),
    spaceDeleted: vscode.l10n.t('Space deleted'),
  };
}

function editor() {
  return {
    removedByOther: vscode.l10n.t('Someone removed this item.'),
    save: vscode.l10n.t('Save'),
    cancel: vscode.l10n.t('Cancel'),
    close: vscode.l10n.t('Close'),
    titleField: vscode.l10n.t('Title'),
    pathField: vscode.l10n.t('Path'),
    pathHint: vscode.l10n.t('One segment of the URL'),
    conditionField: vscode.l10n.t('Condition'),
    conditionHint: vscode.l10n.t(
      'Expression that visitors must match, such as visitor.claims.isPartner. Leave empty to show it to everyone.',
    ),
    iconField: vscode.l10n.t('Icon'),
    iconHint: vscode.l10n.t('Name of an icon'),
    descriptionField: vscode.l10n.t('Description'),
    openInBrowser: vscode.l10n.t('Open in Browser'),
    showPages: vscode.l10n.t('Show Pages'),
    makeDefault: vscode.l10n.t('Make Default'),
    changeSpace: vscode.l10n.t('Change Space…'),
    remove: vscode.l10n.t('Remove…'),
    saveFirst: vscode.l10n.t('Save or cancel your changes first.'),
  };
}

/** For screen readers only. */
function announced() {
  return {
    heldRemoved: vscode.l10n.t('Someone removed the item you were moving.'),
    madeDefault: vscode.l10n.t('“{0}” is now the default.'),
    removed: vscode.l10n.t('Removed “{0}”.'),
    changed: vscode.l10n.t('Saved “{0}”.'),
    added: vscode.l10n.t('Added “{0}” at position {1} of {2} in “{3}”.'),
    addedAtTop: vscode.l10n.t('Added “{0}” at position {1} of {2} at the top level.'),
    nothingToUndo: vscode.l10n.t('Nothing to undo.'),
    movedBack: vscode.l10n.t('Moved “{0}” back.'),
  };
}

/** For screen readers, and at the pointer while it drags. */
function moves() {
  return {
    moved: vscode.l10n.t('Moved “{0}” to position {1} of {2} in “{3}”.'),
    movedAtTop: vscode.l10n.t('Moved “{0}” to position {1} of {2} at the top level.'),
    grabbed: vscode.l10n.t(
      'Picked up “{0}” at position {1} of {2} in “{3}”. Use the arrow keys to move it. Press Space to drop it or Escape to cancel.',
    ),
    grabbedAtTop: vscode.l10n.t(
      'Picked up “{0}” at position {1} of {2} at the top level. Use the arrow keys to move it. Press Space to drop it or Escape to cancel.',
    ),
    position: vscode.l10n.t('Position {1} of {2} in “{3}”.'),
    positionAtTop: vscode.l10n.t('Position {1} of {2} at the top level.'),
    dropped: vscode.l10n.t('Dropped “{0}” at position {1} of {2} in “{3}”.'),
    droppedAtTop: vscode.l10n.t('Dropped “{0}” at position {1} of {2} at the top level.'),
    putBack: vscode.l10n.t('Move canceled. “{0}” is back at position {1} of {2} in “{3}”.'),
    putBackAtTop: vscode.l10n.t('Move canceled. “{0}” is back at position {1} of {2} at the top level.'),
    atEnd: vscode.l10n.t("“{0}” can't be moved any further."),
    atEndOfSection: vscode.l10n.t("“{0}” can't be moved out of its section."),
    groupHoldsSections: vscode.l10n.t('A group can only contain sections.'),
    spaceStaysInSection: vscode.l10n.t("A space can't be moved to another section. Add it there, then remove it here."),
  };
}

/** The last value says why. */
function failures() {
  return {
    cannotMove: vscode.l10n.t("Couldn't move “{0}”. {1}"),
    cannotMakeDefault: vscode.l10n.t("Couldn't make “{0}” the default. {1}"),
    cannotRemove: vscode.l10n.t("Couldn't remove “{0}”. {1}"),
    cannotAddSpace: vscode.l10n.t("Couldn't add the space. {0}"),
    cannotAddSection: vscode.l10n.t("Couldn't add the section. {0}"),
    cannotAddGroup: vscode.l10n.t("Couldn't add the group. {0}"),
    cannotChangeSpace: vscode.l10n.t("Couldn't change the space of “{0}”. {1}"),
    cannotOpen: vscode.l10n.t("Couldn't open it. {0}"),
    cannotRefresh: vscode.l10n.t("Couldn't refresh the site structure. {0}"),
    cannotUndo: vscode.l10n.t("Couldn't undo the last move. {0}"),
  };
}
