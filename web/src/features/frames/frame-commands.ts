import { CopyPlus, FileImage, FileText, Frame, Palette, Pencil, Scan, StickyNote, Trash2 } from 'lucide-react'
import { soleSelected } from '#domain/board/selection.ts'
import { referenceNameFrom } from '#domain/prompt/named-reference.ts'
import type { BoardCommand, BoardSession, CommandContext } from '#web/features/board/board-session.ts'
import { cardsIn } from '#web/features/board/cards/drag-cards.ts'
import { faceImageIds } from '#web/features/board/cards/face-images.ts'
import { showToast } from '#web/ui/toast.ts'
import {
  duplicateItems,
  fitFrames,
  frameSelection,
  openNote,
  removeItems,
  selectedItems,
  soleFrame,
} from './edit-items.ts'
import { frameTexts } from './texts.ts'

/** Starts drawing a frame: the next drag on the canvas draws it, Enter puts it into the middle of the view. */
const startDrawingFrame = ({ items }: Pick<BoardSession, 'items'>): void => items.tool.set('frame')

/** Starts placing a note: the next press on the canvas places it, Enter puts it into the middle of the view. */
const startPlacingNote = ({ items }: Pick<BoardSession, 'items'>): void => items.tool.set('note')

const hasItems = ({ session }: CommandContext) => session.selection.get().items.size > 0
/** Cards and rings are deleted after a question, and what is selected with them. */
const hasItemsAlone = ({ session }: CommandContext) => {
  const { cards, items, rings } = session.selection.get()
  return items.size > 0 && cards.size + rings.size === 0
}
const hasFrames = ({ session }: CommandContext) => selectedItems(session).frames.length > 0
const hasSelection = (context: CommandContext) => hasItems(context) || context.session.selection.get().cards.size > 0

/** The images of the only selected frame that can be named as a look. */
function lookImages(session: BoardSession): string[] {
  const frame = soleFrame(session)
  return frame ? faceImageIds(session.board, cardsIn(session.board, frame)) : []
}

/** Opens the form that names the images of the only selected frame as a look. */
function nameLook(session: BoardSession): void {
  const name = referenceNameFrom(soleFrame(session)?.title ?? '')
  const unnamed = { name, kind: 'look' as const, imageIds: lookImages(session) }
  session.overlays.open({ kind: 'prompt-panel', opens: { kind: 'reference', unnamed } })
}

/** Exports the only selected frame. What paints it is fetched at the first export. */
export async function exportSole(session: BoardSession, kind: 'png' | 'pdf'): Promise<void> {
  const frame = soleFrame(session)
  if (!frame) return
  try {
    const { exportFrame } = await import('./export-frame.ts')
    await exportFrame(session, frame, kind)
  } catch {
    showToast({ kind: 'error', title: frameTexts.error, description: frameTexts.exportFailed })
  }
}

/** The commands that make frames and notes. */
export const frameTools: readonly BoardCommand[] = [
  {
    id: 'note',
    group: 'create',
    icon: StickyNote,
    label: ({ point }) => (point ? frameTexts.noteHere : frameTexts.noteTool),
    keys: ['S'],
    canRun: () => true,
    run: ({ session, point }) => (point ? openNote(session, point) : startPlacingNote(session)),
  },
  {
    id: 'frame',
    group: 'create',
    icon: Frame,
    label: (context) => (hasSelection(context) ? frameTexts.frameSelection : frameTexts.frameHere),
    keys: ['A'],
    canRun: () => true,
    run: (context) => (hasSelection(context) ? frameSelection(context.session) : startDrawingFrame(context.session)),
  },
]

/** The commands for the selected frames and notes. Before those for cards, which have the same keys. */
export const frameCommands: readonly BoardCommand[] = [
  {
    id: 'edit-item',
    group: 'frame',
    icon: Pencil,
    label: (context) => (hasFrames(context) ? frameTexts.rename : frameTexts.edit),
    keys: ['Enter', 'F2'],
    canRun: ({ session }) => soleSelected(session.selection.get(), 'items') !== null,
    run({ session }) {
      const { frames, notes } = selectedItems(session)
      if (frames[0]) session.items.edited.set({ kind: 'title', frameId: frames[0].id })
      else if (notes[0]) session.items.edited.set({ kind: 'note', noteId: notes[0].id })
    },
  },
  {
    id: 'fit-frame',
    group: 'frame',
    icon: Scan,
    label: () => frameTexts.fit,
    keys: [],
    canRun: hasFrames,
    run: ({ session }) => fitFrames(session, selectedItems(session).frames),
  },
  {
    id: 'duplicate-items',
    group: 'frame',
    icon: CopyPlus,
    label: () => frameTexts.duplicate,
    keys: ['Mod+D'],
    canRun: hasItems,
    run: ({ session }) => duplicateItems(session),
  },
  {
    id: 'export-frame-png',
    group: 'frame',
    icon: FileImage,
    label: () => frameTexts.exportPng,
    keys: ['Mod+E'],
    canRun: ({ session }) => soleFrame(session) !== null,
    run: ({ session }) => void exportSole(session, 'png'),
  },
  {
    id: 'export-frame-pdf',
    group: 'frame',
    icon: FileText,
    label: () => frameTexts.exportPdf,
    keys: [],
    canRun: ({ session }) => soleFrame(session) !== null,
    run: ({ session }) => void exportSole(session, 'pdf'),
  },
  {
    id: 'frame-as-look',
    group: 'frame',
    icon: Palette,
    label: () => frameTexts.asLook,
    keys: [],
    canRun: ({ session }) => lookImages(session).length > 0,
    run: ({ session }) => nameLook(session),
  },
  {
    id: 'remove-items',
    group: 'frame',
    icon: Trash2,
    label: () => frameTexts.remove,
    keys: ['Delete', 'Backspace'],
    canRun: hasItemsAlone,
    run: ({ session }) => removeItems(session, session.selection.get().items),
  },
]
