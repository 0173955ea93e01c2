import { Command, Expand, Focus, Keyboard, Map as MapIcon, Maximize, Minus, Plus, Search, Trash } from 'lucide-react'
import { commandPanel } from '#web/data/commands/offered-commands.ts'
import { fitAll, fitCards, zoomBy, zoomTo } from '../zoom.ts'
import type { BoardCommand } from './command.ts'
import { commandTexts } from './texts.ts'

const always = () => true
/** A key press zooms by a notch, as the wheel does. */
const notch = 1.25

/** What changes the view, and what opens beside it. */
export const viewCommands: readonly BoardCommand[] = [
  {
    id: 'zoom-in',
    group: 'view',
    icon: Plus,
    label: () => commandTexts.zoomIn,
    keys: ['+', '='],
    repeats: true,
    canRun: always,
    run: ({ view }) => zoomBy(view.controller, notch),
  },
  {
    id: 'zoom-out',
    group: 'view',
    icon: Minus,
    label: () => commandTexts.zoomOut,
    keys: ['-'],
    repeats: true,
    canRun: always,
    run: ({ view }) => zoomBy(view.controller, 1 / notch),
  },
  {
    id: 'full-size',
    group: 'view',
    icon: Focus,
    label: () => commandTexts.fullSize,
    keys: ['Mod+0'],
    canRun: always,
    run: ({ view }) => zoomTo(view.controller, 1),
  },
  {
    id: 'fit',
    group: 'view',
    icon: Maximize,
    label: () => commandTexts.fit,
    keys: ['Shift+1'],
    canRun: always,
    run: ({ view }) => fitAll(view),
  },
  {
    id: 'fit-selection',
    group: 'view',
    icon: Expand,
    label: () => commandTexts.fitSelection,
    keys: ['Shift+2'],
    canRun: ({ view }) => view.selection.get().size > 0,
    run: ({ view }) => fitCards(view, [...view.selection.get()]),
  },
  {
    id: 'find',
    group: 'view',
    icon: Search,
    label: () => commandTexts.find,
    keys: ['Mod+F'],
    canRun: always,
    run: ({ view }) => view.panel.set('find'),
  },
  {
    id: 'minimap',
    group: 'view',
    icon: MapIcon,
    label: ({ view }) => commandTexts.minimap(view.minimap.get()),
    keys: ['M'],
    canRun: always,
    run: ({ view }) => view.minimap.set(view.minimap.get() === 'open' ? 'folded' : 'open'),
  },
  {
    id: 'trash',
    group: 'view',
    icon: Trash,
    label: () => commandTexts.trash,
    keys: [],
    canRun: always,
    run: ({ view }) => view.panel.set('trash'),
  },
  {
    id: 'palette',
    group: 'help',
    icon: Command,
    label: () => commandTexts.palette,
    keys: ['Mod+K'],
    canRun: always,
    run: () => commandPanel.set('palette'),
  },
  {
    id: 'shortcuts',
    group: 'help',
    icon: Keyboard,
    label: () => commandTexts.shortcuts,
    keys: ['?'],
    canRun: always,
    run: () => commandPanel.set('shortcuts'),
  },
]
