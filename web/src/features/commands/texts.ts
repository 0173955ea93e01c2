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
  paletteField: 'Type a command',
  paletteEmpty: 'No command of that name',
  shortcutField: 'Search shortcuts',
  shortcutEmpty: 'No shortcut of that name',
  byHand: 'With the pointer',
}
