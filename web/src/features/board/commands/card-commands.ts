import {
  Ban,
  Copy,
  Download,
  FileArchive,
  FoldVertical,
  GitBranch,
  History,
  Image,
  Link,
  ListTree,
  Maximize2,
  MousePointerClick,
  Plus,
  Redo2,
  SquareDashedMousePointer,
  SquarePen,
  Trash2,
  Undo2,
  UnfoldVertical,
  Workflow,
} from 'lucide-react'
import { countSelected } from '#domain/board/selection.ts'
import { isPending } from '#domain/generation/status.ts'
import { redo, undo } from '#web/data/board/edit-board.ts'
import { cancelGeneration } from '#web/data/generations.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { liveSession } from '#web/data/live/current-session.ts'
import { copyCardLink, copyImage, copyPrompt } from '#web/features/sharing/copy.ts'
import { downloadAll, downloadCards, downloadImage, downloadWithHistory } from '#web/features/sharing/download.tsx'
import { downloadTexts } from '#web/features/sharing/texts.ts'
import { announce } from '#web/ui/announce.ts'
import { showToast } from '#web/ui/toast.ts'
import type { BoardCommand, CommandContext } from '../board-session.ts'
import { areAllCollapsed, setCollapsed, tidyUp } from '../cards/edit-cards.ts'
import { openBranch, openNewGeneration, openPromptBar } from '../cards/new-cards.ts'
import { askToDelete, openLightbox } from '../overlays.ts'
import { selectNone, selectThese } from '../selection.ts'
import { boardTexts, commandTexts } from '../texts.ts'
import { soleCard, targetImage } from './board-command.ts'

/** A command for the only selected card and its target image. */
const forPicture =
  (act: (context: CommandContext, cardId: string, imageId: string) => void) =>
  (context: CommandContext): void => {
    const cardId = soleCard(context)
    const image = targetImage(context)
    if (cardId !== null && image) act(context, cardId, image.id)
  }
const hasPicture = (context: CommandContext) => targetImage(context) !== null
const hasSelection = ({ session }: CommandContext) => session.selection.get().cards.size > 0

const runningCards = ({ session }: CommandContext) =>
  [...session.selection.get().cards].filter((id) => {
    const status = session.board.getGeneration(id)?.status
    return status !== undefined && isPending(status)
  })

async function cancel(ids: readonly string[]): Promise<void> {
  try {
    await Promise.all(ids.map(cancelGeneration))
  } catch (error) {
    const description = errorMessage(error, boardTexts.cancelFailed)
    showToast({ kind: 'error', title: boardTexts.error, description })
  }
}

/** The commands that create cards. */
export const createCommands: readonly BoardCommand[] = [
  {
    id: 'new-generation',
    group: 'create',
    icon: Plus,
    label: ({ point }) => (point ? commandTexts.newGenerationHere : commandTexts.newGeneration),
    keys: ['N'],
    canRun: () => true,
    run({ session, point }) {
      if (point) return openNewGeneration(session, point)
      selectNone(session)
      openPromptBar(session)
    },
  },
  {
    id: 'prompt',
    group: 'create',
    icon: SquarePen,
    label: () => commandTexts.prompt,
    keys: ['/'],
    canRun: () => true,
    run: ({ session }) => openPromptBar(session),
  },
  {
    id: 'branch',
    group: 'card',
    icon: GitBranch,
    label: ({ imageId }) => (imageId === null ? commandTexts.branch : commandTexts.branchFromImage),
    keys: ['B'],
    canRun: (context) => soleCard(context) !== null,
    run(context) {
      const cardId = soleCard(context)
      if (cardId !== null) openBranch(context.session, cardId, { imageId: context.imageId ?? undefined })
    },
  },
]

/** Commands for the images and the prompts of cards. */
export const cardCommands: readonly BoardCommand[] = [
  {
    id: 'open',
    group: 'card',
    icon: Maximize2,
    label: () => commandTexts.open,
    keys: ['Enter'],
    canRun: hasPicture,
    run: forPicture(({ session }, cardId, imageId) => openLightbox(session, cardId, imageId)),
  },
  {
    id: 'download-image',
    group: 'card',
    icon: Download,
    label: () => commandTexts.downloadImage,
    keys: [],
    canRun: (context) => context.imageId !== null && hasPicture(context),
    run: forPicture(({ session }, cardId, imageId) => void downloadImage(session.board, cardId, imageId)),
  },
  {
    id: 'download-all',
    group: 'card',
    icon: Download,
    label: () => commandTexts.downloadAll,
    keys: ['D'],
    canRun: hasPicture,
    run: forPicture(({ session }, cardId) => void downloadAll(session.board, cardId)),
  },
  {
    id: 'download-zip',
    group: 'card',
    icon: FileArchive,
    label: ({ session }) => commandTexts.downloadZip(session.selection.get().cards.size),
    keys: ['Shift+D'],
    canRun: hasSelection,
    run: ({ session }) => void downloadCards(session.board, [...session.selection.get().cards]),
  },
  {
    id: 'download-history',
    group: 'card',
    icon: History,
    label: () => downloadTexts.history,
    keys: [],
    canRun: hasPicture,
    run: forPicture(({ session }, cardId, imageId) => void downloadWithHistory(session.board, cardId, imageId)),
  },
  {
    id: 'copy-image',
    group: 'card',
    icon: Image,
    label: () => commandTexts.copyImage,
    keys: ['Mod+Shift+C'],
    canRun: hasPicture,
    run: forPicture((_context, _cardId, imageId) => void copyImage(imageId)),
  },
  {
    id: 'copy-prompt',
    group: 'card',
    icon: Copy,
    label: () => commandTexts.copyPrompt,
    keys: ['Mod+C'],
    canRun: (context) => soleCard(context) !== null,
    run: (context) => void copyPrompt(context.session.board.getGeneration(soleCard(context) ?? '')?.prompt ?? ''),
  },
  {
    id: 'copy-link',
    group: 'card',
    icon: Link,
    label: () => commandTexts.copyLink,
    keys: ['L'],
    canRun: (context) => soleCard(context) !== null,
    run: (context) => void copyCardLink(context.session.board, soleCard(context) ?? ''),
  },
  {
    id: 'cancel',
    group: 'card',
    icon: Ban,
    label: () => boardTexts.cancel,
    keys: [],
    canRun: (context) => runningCards(context).length > 0,
    run: (context) => void cancel(runningCards(context)),
  },
]

const history = ({ session }: CommandContext) => liveSession().historyOf(session.board.projectId).get()
const hasAnySelection = ({ session }: CommandContext) => countSelected(session.selection.get()) > 0

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

/** Deleted after a question; frames and notes alone at once, by a command of theirs. */
const hasCardsOrRings = ({ session }: CommandContext) => {
  const { cards, rings } = session.selection.get()
  return cards.size + rings.size > 0
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
    run({ session }) {
      const { cards, items, purses } = session.board
      const { frames, notes } = items.get()
      selectThese(session, {
        cards: new Set(cards.keys()),
        items: new Set([...frames.keys(), ...notes.keys()]),
        rings: new Set(purses.get().map(({ id }) => id)),
      })
    },
  },
  {
    id: 'select-branch',
    group: 'edit',
    icon: ListTree,
    label: () => commandTexts.selectBranch,
    keys: ['Shift+A'],
    canRun: hasSelection,
    run: ({ session }) =>
      selectThese(session, {
        cards: new Set([...session.selection.get().cards].flatMap((id) => session.board.branchOf(id))),
      }),
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
      setCollapsed(session, [...session.selection.get().cards], areAllCollapsed(session) ? 'expanded' : 'collapsed'),
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
    label: ({ session }) => (session.selection.get().cards.size > 0 ? commandTexts.tidyBranch : commandTexts.tidyAll),
    keys: ['Shift+T'],
    canRun: ({ session }) => session.board.size.get() > 0,
    run({ session }) {
      const { cards } = session.selection.get()
      void tidyUp(session, cards.size > 0 ? [...cards] : 'all')
    },
  },
  {
    id: 'delete',
    group: 'edit',
    icon: Trash2,
    label({ session }) {
      const { cards, items, rings } = session.selection.get()
      if (items.size > 0 || (cards.size > 0 && rings.size > 0)) return commandTexts.removeSelected
      return rings.size > 0 ? commandTexts.removeRings : commandTexts.remove(cards.size)
    },
    keys: ['Delete', 'Backspace'],
    canRun: hasCardsOrRings,
    run: ({ session }) => askToDelete(session, session.selection.get()),
  },
]
