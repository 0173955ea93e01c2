import { Ban, Copy, Download, FileArchive, GitBranch, History, Image, Link, Maximize2, Plus } from 'lucide-react'
import { errorMessage } from '#web/data/api-error.ts'
import { cancelGeneration } from '#web/data/generations.ts'
import { showToast } from '#web/ui/toast.ts'
import { openBranch, openNewGeneration } from '../branching/composing.ts'
import { downloadAll, downloadCards, downloadImage, downloadWithHistory } from '../download/download-images.ts'
import { downloadTexts } from '../download/texts.ts'
import { openLightbox } from '../lightbox/open-lightbox.ts'
import { copyCardLink, copyImage, copyPrompt } from '../sharing/copy.ts'
import { boardTexts } from '../texts.ts'
import type { BoardCommand, CommandContext } from './command.ts'
import { meantImage, soleCard } from './meant-image.ts'
import { commandTexts } from './texts.ts'

/** A command for the only selected card and its meant picture. */
const forPicture =
  (act: (context: CommandContext, cardId: string, imageId: string) => void) =>
  (context: CommandContext): void => {
    const cardId = soleCard(context)
    const image = meantImage(context)
    if (cardId !== null && image) act(context, cardId, image.id)
  }
const hasPicture = (context: CommandContext) => meantImage(context) !== null
const hasSelection = ({ view }: CommandContext) => view.selection.get().size > 0

const runningCards = ({ view }: CommandContext) =>
  [...view.selection.get()].filter((id) => {
    const status = view.board.getGeneration(id)?.status
    return status === 'queued' || status === 'running'
  })

async function cancel(ids: readonly string[]): Promise<void> {
  try {
    await Promise.all(ids.map(cancelGeneration))
  } catch (error) {
    const description = errorMessage(error, boardTexts.cancelFailed)
    showToast({ kind: 'error', title: boardTexts.error, description })
  }
}

/** What makes new cards. */
export const createCommands: readonly BoardCommand[] = [
  {
    id: 'new-generation',
    group: 'create',
    icon: Plus,
    label: ({ point }) => (point ? commandTexts.newGenerationHere : commandTexts.newGeneration),
    keys: ['N'],
    canRun: () => true,
    run: ({ view, point }) => openNewGeneration(view, point ?? undefined),
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
      if (cardId !== null) openBranch(context.view, cardId, context.imageId ?? undefined)
    },
  },
]

/** What is done with the pictures and the words of cards. */
export const cardCommands: readonly BoardCommand[] = [
  {
    id: 'open',
    group: 'card',
    icon: Maximize2,
    label: () => commandTexts.open,
    keys: ['Enter'],
    canRun: hasPicture,
    run: forPicture(({ view }, cardId, imageId) => openLightbox(view, cardId, imageId)),
  },
  {
    id: 'download-image',
    group: 'card',
    icon: Download,
    label: () => commandTexts.downloadImage,
    keys: [],
    canRun: (context) => context.imageId !== null && hasPicture(context),
    run: forPicture(({ view }, cardId, imageId) => void downloadImage(view.board, cardId, imageId)),
  },
  {
    id: 'download-all',
    group: 'card',
    icon: Download,
    label: () => commandTexts.downloadAll,
    keys: ['D'],
    canRun: hasPicture,
    run: forPicture(({ view }, cardId) => void downloadAll(view.board, cardId)),
  },
  {
    id: 'download-zip',
    group: 'card',
    icon: FileArchive,
    label: ({ view }) => commandTexts.downloadZip(view.selection.get().size),
    keys: ['Shift+D'],
    canRun: hasSelection,
    run: ({ view }) => void downloadCards(view.board, [...view.selection.get()]),
  },
  {
    id: 'download-history',
    group: 'card',
    icon: History,
    label: () => downloadTexts.history,
    keys: [],
    canRun: hasPicture,
    run: forPicture(({ view }, cardId, imageId) => void downloadWithHistory(view.board, cardId, imageId)),
  },
  {
    id: 'copy-image',
    group: 'card',
    icon: Image,
    label: () => commandTexts.copyImage,
    keys: ['Mod+Shift+C'],
    canRun: hasPicture,
    run: forPicture(({ view }, _cardId, imageId) => void copyImage(view.board, imageId)),
  },
  {
    id: 'copy-prompt',
    group: 'card',
    icon: Copy,
    label: () => commandTexts.copyPrompt,
    keys: ['Mod+C'],
    canRun: (context) => soleCard(context) !== null,
    run: (context) => void copyPrompt(context.view.board, soleCard(context) ?? ''),
  },
  {
    id: 'copy-link',
    group: 'card',
    icon: Link,
    label: () => commandTexts.copyLink,
    keys: ['L'],
    canRun: (context) => soleCard(context) !== null,
    run: (context) => void copyCardLink(context.view.board, soleCard(context) ?? ''),
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
