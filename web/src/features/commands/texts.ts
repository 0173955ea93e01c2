import type { CommandGroup } from '#web/data/commands.ts'

/** The palette and the sheet of shortcuts. */
export const commandTexts = {
  groups: {
    create: 'Create',
    frame: 'Frames and notes',
    card: 'Card',
    lineage: 'Lineage',
    edit: 'Edit',
    view: 'View',
    go: 'Go to',
    theme: 'Theme',
    help: 'Help',
  } satisfies Record<CommandGroup, string>,
  palette: 'All commands',
  shortcuts: 'Keyboard shortcuts',
  paletteField: 'Type a command, or the name of a board',
  paletteEmpty: 'No command or board of that name',
  board: 'Board',
  shortcutField: 'Search shortcuts',
  shortcutEmpty: 'No shortcut of that name',
  byHand: 'With the pointer',
}
