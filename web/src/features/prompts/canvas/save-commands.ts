import { BookMarked, ImagePlus } from 'lucide-react'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ModelShape } from '#contract/models/model.ts'
import { needsWords } from '#domain/edit/operation.ts'
import { queryClient } from '#web/data/http/query-client.ts'
import { modelsQuery } from '#web/data/models/models.ts'
import type { WrittenPrompt } from '#web/data/words/new-words.ts'
import type { BoardCommand, BoardSession, CommandContext } from '#web/features/board/board-session.ts'
import { faceImageIds } from '#web/features/board/cards/face-images.ts'
import { soleCard, targetImage } from '#web/features/board/commands/board-command.ts'
import { saveTexts } from './texts.ts'

type Card = Pick<GenerationShape, 'prompt' | 'writtenPrompt' | 'edit' | 'origin' | 'model' | 'hiddenModel' | 'settings'>

/** Whether the words of a card are a prompt: an edit without words is named after its operation. */
export const hasPrompt = ({ prompt, edit, settings }: Card): boolean =>
  prompt.trim() !== '' && (edit === null || needsWords(edit.operation, { hasStyle: settings.style !== null }))

/** The prompt of a card as it was written, with its model and settings; those of edits and of files are of no use elsewhere. */
export function writtenPromptOf(card: Card, models: readonly ModelShape[]): WrittenPrompt {
  const prompt = card.writtenPrompt ?? card.prompt
  if (card.origin !== 'made' || card.edit !== null) return { prompt, model: null, settings: null }
  const { style, aspectRatio, resolution, rawMode } = card.settings
  // The alias of a hidden model is no name.
  const model = card.hiddenModel ? undefined : models.find(({ name }) => name === card.model)
  return {
    prompt,
    model: model?.value ?? null,
    settings: { aspectRatio, resolution, rawMode, ...(style !== null && { style }) },
  }
}

/** Opens the form that saves the prompt of a card. Without a list of models its model is left out. */
export async function openSavePrompt({ overlays }: Pick<BoardSession, 'overlays'>, card: Card): Promise<void> {
  const { items: models } = await queryClient.ensureQueryData(modelsQuery).catch(() => ({ items: [] }))
  overlays.open({ kind: 'prompt-panel', opens: { kind: 'prompt', written: writtenPromptOf(card, models) } })
}

function promptCard(context: CommandContext): GenerationShape | null {
  const card = context.session.board.getGeneration(soleCard(context) ?? '')
  return card && hasPrompt(card) ? card : null
}

/** The images to be named: the one that a command is for, else those that represent the selected cards. */
function imagesToName(context: CommandContext): string[] {
  const { board, selection } = context.session
  const image = targetImage(context)
  return image ? [image.id] : faceImageIds(board, selection.get().cards)
}

/** The commands that save the prompt of a card, and name images as a reference. */
export const saveCommands: readonly BoardCommand[] = [
  {
    id: 'save-prompt',
    group: 'card',
    icon: BookMarked,
    label: () => saveTexts.prompt,
    keys: [],
    canRun: (context) => promptCard(context) !== null,
    run(context) {
      const card = promptCard(context)
      if (card) void openSavePrompt(context.session, card)
    },
  },
  {
    id: 'save-reference',
    group: 'card',
    icon: ImagePlus,
    label: () => saveTexts.reference,
    keys: [],
    canRun: (context) => imagesToName(context).length > 0,
    run(context) {
      const unnamed = { name: '', kind: 'character' as const, imageIds: imagesToName(context) }
      context.session.overlays.open({ kind: 'prompt-panel', opens: { kind: 'reference', unnamed } })
    },
  },
]
