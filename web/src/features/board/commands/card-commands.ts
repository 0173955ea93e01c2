import {
  Ban,
  Copy,
  Download,
  FileArchive,
  GitBranch,
  History,
  Image,
  Link,
  Maximize2,
  Plus,
  SquarePen,
} from 'lucide-react'
import { cancelGeneration } from '#web/data/generations.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { openBranch, openNewGeneration, openPromptBar } from '#web/features/board/cards/new-cards.ts'
import { openLightbox } from '#web/features/board/overlays.ts'
import { selectNone } from '#web/features/board/selection.ts'
import { commandTexts } from '#web/features/board/texts.ts'
import { copyCardLink, copyImage, copyPrompt } from '#web/features/sharing/copy.ts'
import { downloadAll, downloadCards, downloadImage, downloadWithHistory } from '#web/features/sharing/download.tsx'
import { downloadTexts } from '#web/features/sharing/texts.ts'
import { showToast } from '#web/ui/toast.ts'
import { boardTexts } from '../texts.ts'
import { type BoardCommand, type CommandContext, soleCard, targetImage } from './board-command.ts'

/** A command for the only selected card and its target image. */
const forPicture =
  (act: (context: CommandContext, cardId: string, imageId: string) => void) =>
  (context: CommandContext): void => {
    const cardId = soleCard(context)
    const image = targetImage(context)
    if (cardId !== null && image) act(context, cardId, image.id)
  }
const hasPicture = (context: CommandContext) => targetImage(context) !== null
const hasSelection = ({ session }: CommandContext) => session.selection.get().size > 0

const runningCards = ({ session }: CommandContext) =>
  [...session.selection.get()].filter((id) => {
    const status = session.board.getGeneration(id)?.status
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
      if (cardId !== null) openBranch(context.session, cardId, context.imageId ?? undefined)
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
    label: ({ session }) => commandTexts.downloadZip(session.selection.get().size),
    keys: ['Shift+D'],
    canRun: hasSelection,
    run: ({ session }) => void downloadCards(session.board, [...session.selection.get()]),
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
    run: (context) => void copyPrompt(context.session.board, soleCard(context) ?? ''),
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
