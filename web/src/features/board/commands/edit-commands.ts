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
import { areAllCollapsed, setCollapsed, tidyAll, tidySelection } from '#web/features/board/cards/edit-cards.ts'
import { commandTexts } from '#web/features/board/texts.ts'
import { announce } from '#web/ui/announce.ts'
import { selectAll, selectNone } from '../selection.ts'
import type { BoardCommand, CommandContext } from './board-command.ts'

const history = ({ session }: CommandContext) => liveSession().historyOf(session.board.projectId).get()
const hasAnySelection = ({ session }: CommandContext) =>
  session.selection.get().size + session.items.selected.get().size > 0
const hasSelection = ({ session }: CommandContext) => session.selection.get().size > 0

const undoCommand: BoardCommand = {
  id: 'undo',
  group: 'edit',
  icon: Undo2,
  label: (context) => commandTexts.undo(history(context).past.at(-1)?.label),
  keys: ['Mod+Z'],
  repeats: true,
  canRun: (context) => history(context).past.length > 0,
  run({ session }) {
    const label = undo(session.board)
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
  run({ session }) {
    const label = redo(session.board)
    if (label) announce(commandTexts.redone(label))
  },
}

/** The commands that change cards and the selection. */
export const editCommands: readonly BoardCommand[] = [
  undoCommand,
  redoCommand,
  {
    id: 'select-all',
    group: 'edit',
    icon: SquareDashedMousePointer,
    label: () => commandTexts.selectAll,
    keys: ['Mod+A'],
    canRun: ({ session }) => session.board.size.get() > 0,
    run: ({ session }) => selectAll(session, session.board.cards.keys()),
  },
  {
    id: 'select-branch',
    group: 'edit',
    icon: ListTree,
    label: () => commandTexts.selectBranch,
    keys: ['Shift+A'],
    canRun: hasSelection,
    run: ({ session }) =>
      selectAll(session, new Set([...session.selection.get()].flatMap((id) => session.board.branchOf(id)))),
  },
  {
    id: 'select-none',
    group: 'edit',
    icon: MousePointerClick,
    label: () => commandTexts.selectNone,
    keys: ['Escape'],
    // During a drag, Escape is for the drag.
    canRun: (context) => hasAnySelection(context) && context.session.dragged.get() === null,
    run: ({ session }) => selectNone(session),
  },
  {
    id: 'collapse',
    group: 'edit',
    icon: FoldVertical,
    label: ({ session }) => commandTexts.collapse(areAllCollapsed(session) ? 'expand' : 'collapse'),
    keys: ['C'],
    canRun: hasSelection,
    run: ({ session }) =>
      setCollapsed(session, [...session.selection.get()], areAllCollapsed(session) ? 'expanded' : 'collapsed'),
  },
  {
    id: 'expand-all',
    group: 'edit',
    icon: UnfoldVertical,
    label: () => commandTexts.expandAll,
    keys: [],
    canRun: ({ session }) => [...session.board.cards.values()].some(({ isCollapsed }) => isCollapsed),
    run: ({ session }) => setCollapsed(session, [...session.board.cards.keys()], 'expanded'),
  },
  {
    id: 'tidy-up',
    group: 'edit',
    icon: Workflow,
    label: ({ session }) => (session.selection.get().size > 0 ? commandTexts.tidyBranch : commandTexts.tidyAll),
    keys: ['Shift+T'],
    canRun: ({ session }) => session.board.size.get() > 0,
    run: ({ session }) => (session.selection.get().size > 0 ? tidySelection(session) : tidyAll(session)),
  },
  {
    id: 'delete',
    group: 'edit',
    icon: Trash2,
    label: ({ session }) => commandTexts.remove(session.selection.get().size),
    keys: ['Delete', 'Backspace'],
    canRun: hasSelection,
    run: ({ session }) => session.overlays.open({ kind: 'delete', ids: [...session.selection.get()] }),
  },
]
