import type { CommandGroup } from './command.ts'

const what = (label: string | undefined) =>
  label === undefined ? '' : `: ${label.charAt(0).toLowerCase()}${label.slice(1)}`

export const commandTexts = {
  groups: { create: 'Create', card: 'Card', edit: 'Edit', view: 'View', help: 'Help' } satisfies Record<
    CommandGroup,
    string
  >,
  undo: (label: string | undefined) => `Undo${what(label)}`,
  redo: (label: string | undefined) => `Redo${what(label)}`,
  undone: (label: string) => `Undone: ${label}`,
  redone: (label: string) => `Done again: ${label}`,
  selectAll: 'Select all',
  selectBranch: 'Select what branches from it',
  selectNone: 'Select nothing',
  collapse: (what: 'collapse' | 'expand') => (what === 'collapse' ? 'Collapse' : 'Expand'),
  expandAll: 'Expand all',
  tidyBranch: 'Tidy up branch',
  tidyAll: 'Tidy up canvas',
  remove: (count: number) => (count > 1 ? `Delete ${count} generations` : 'Delete generation'),
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fullSize: 'Zoom to 100%',
  fit: 'Fit to view',
  fitSelection: 'Fit selection to view',
  find: 'Find on canvas',
  minimap: (state: 'open' | 'folded') => (state === 'open' ? 'Hide minimap' : 'Show minimap'),
  trash: 'Trash',
  palette: 'All commands',
  shortcuts: 'Keyboard shortcuts',
  paletteField: 'Type a command',
  paletteEmpty: 'No command of that name',
  shortcutField: 'Search shortcuts',
  shortcutEmpty: 'No shortcut of that name',
  menu: 'Canvas menu',
  byHand: 'With the pointer',
  gestures: [
    ['Pan', 'Drag the ground, or Space and drag'],
    ['Zoom', 'Wheel or pinch'],
    ['Select', 'Click a card, Shift adds'],
    ['Select an area', 'Shift and drag the ground'],
    ['Move', 'Drag a card, or arrow keys; Shift moves further'],
    ['New generation', 'Double-click the ground'],
  ],
} as const
