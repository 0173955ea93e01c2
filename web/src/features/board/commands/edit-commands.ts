import {
  FoldVertical,
  ListTree,
  MousePointerClick,
  Redo2,
  SquareDashedMousePointer,
  Trash2,
  Undo2,
  UnfoldVertical,
  Workflow,
} from 'lucide-react'
import { redo, undo } from '#web/data/board/edit-board.ts'
import { liveSession } from '#web/data/live/current-session.ts'
import { announce } from '#web/ui/announce.ts'
import { areAllCollapsed, setCollapsed } from '../collapse-cards.ts'
import { selectAll, selectNone } from '../selection.ts'
import { tidyAll, tidySelection } from '../tidy-cards.ts'
import type { BoardCommand, CommandContext } from './command.ts'
import { commandTexts } from './texts.ts'

const history = ({ view }: CommandContext) => liveSession().historyOf(view.board.projectId).get()
const hasSelection = ({ view }: CommandContext) => view.selection.get().size > 0

const undoCommand: BoardCommand = {
  id: 'undo',
  group: 'edit',
  icon: Undo2,
  label: (context) => commandTexts.undo(history(context).past.at(-1)?.label),
  keys: ['Mod+Z'],
  repeats: true,
  canRun: (context) => history(context).past.length > 0,
  run({ view }) {
    const label = undo(view.board)
    if (label) announce(commandTexts.undone(label))
  },
}

const redoCommand: BoardCommand = {
  id: 'redo',
  group: 'edit',
  icon: Redo2,
  label: (context) => commandTexts.redo(history(context).future.at(-1)?.label),
  keys: ['Mod+Shift+Z', 'Mod+Y'],
  repeats: true,
  canRun: (context) => history(context).future.length > 0,
  run({ view }) {
    const label = redo(view.board)
    if (label) announce(commandTexts.redone(label))
  },
}

/** What changes cards, and which cards. */
export const editCommands: readonly BoardCommand[] = [
  undoCommand,
  redoCommand,
  {
    id: 'select-all',
    group: 'edit',
    icon: SquareDashedMousePointer,
    label: () => commandTexts.selectAll,
    keys: ['Mod+A'],
    canRun: ({ view }) => view.board.size.get() > 0,
    run: ({ view }) => selectAll(view, view.board.cards.keys()),
  },
  {
    id: 'select-branch',
    group: 'edit',
    icon: ListTree,
    label: () => commandTexts.selectBranch,
    keys: ['Shift+A'],
    canRun: hasSelection,
    run: ({ view }) => selectAll(view, new Set([...view.selection.get()].flatMap((id) => view.board.branchOf(id)))),
  },
  {
    id: 'select-none',
    group: 'edit',
    icon: MousePointerClick,
    label: () => commandTexts.selectNone,
    keys: ['Escape'],
    // While something is dragged, Escape is for the drag.
    canRun: (context) => hasSelection(context) && context.view.dragged.get() === null,
    run: ({ view }) => selectNone(view),
  },
  {
    id: 'collapse',
    group: 'edit',
    icon: FoldVertical,
    label: ({ view }) => commandTexts.collapse(areAllCollapsed(view) ? 'expand' : 'collapse'),
    keys: ['C'],
    canRun: hasSelection,
    run: ({ view }) => setCollapsed(view, [...view.selection.get()], areAllCollapsed(view) ? 'expanded' : 'collapsed'),
  },
  {
    id: 'expand-all',
    group: 'edit',
    icon: UnfoldVertical,
    label: () => commandTexts.expandAll,
    keys: [],
    canRun: ({ view }) => [...view.board.cards.values()].some(({ isCollapsed }) => isCollapsed),
    run: ({ view }) => setCollapsed(view, [...view.board.cards.keys()], 'expanded'),
  },
  {
    id: 'tidy-up',
    group: 'edit',
    icon: Workflow,
    label: ({ view }) => (view.selection.get().size > 0 ? commandTexts.tidyBranch : commandTexts.tidyAll),
    keys: ['Shift+T'],
    canRun: ({ view }) => view.board.size.get() > 0,
    run: ({ view }) => (view.selection.get().size > 0 ? tidySelection(view) : tidyAll(view)),
  },
  {
    id: 'delete',
    group: 'edit',
    icon: Trash2,
    label: ({ view }) => commandTexts.remove(view.selection.get().size),
    keys: ['Delete', 'Backspace'],
    canRun: hasSelection,
    run: ({ view }) => view.deleting.set([...view.selection.get()]),
  },
]
