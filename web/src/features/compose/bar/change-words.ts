import { PenLine, Shapes } from 'lucide-react'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ReferenceShape } from '#contract/prompts/reference-calls.ts'
import { commonFailure } from '#domain/generation/common-failure.ts'
import type { Attachment, AttachmentKind } from '#domain/prompt/attachment.ts'
import { noSpread } from '#domain/series/spread.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { uploadAddress } from '#web/data/pictures/image-address.ts'
import { referencesOf, withoutReferencePictures } from '#web/data/words/given-pictures.ts'
import type { BoardCommand, CommandContext } from '#web/features/board/board-session.ts'
import { openPromptBar } from '#web/features/board/cards/new-cards.ts'
import { soleCard } from '#web/features/board/commands/board-command.ts'
import { boardTexts } from '#web/features/board/texts.ts'
import { attachmentTexts } from '#web/features/compose/texts.ts'
import { showToast } from '#web/ui/toast.ts'
import { type ComposeDraft, composeDraftsOf } from '../canvas/compose-drafts.ts'

const attach =
  (kind: AttachmentKind) =>
  (id: string): Attachment => ({ kind, id, name: attachmentTexts.add[kind], thumbnailUrl: uploadAddress(id, 256) })

/** Returns the request of a card as a draft, to be sent again with another prompt. */
function draftOf(card: GenerationShape, references: readonly ReferenceShape[]): ComposeDraft {
  const { parentGenerationId: cardId, parentImageId: imageId, settings } = card
  const { imagePrompts, styleReferences } = withoutReferencePictures(card, references)
  const { style, aspectRatio, resolution, rawMode } = settings
  return {
    prompt: card.writtenPrompt ?? card.prompt,
    improvedFrom: card.improvedFrom,
    modelName: card.model,
    target: cardId !== null && imageId !== null ? { cardId, imageId } : null,
    aspectRatio,
    resolution,
    rawMode,
    spread: noSpread,
    attachments: [
      ...(style === null ? [] : [attach('style')(style)]),
      ...imagePrompts.map(attach('prompt')),
      ...styleReferences.map(attach('look')),
    ],
  }
}

/** The selected card, if all of its images failed alike and words can be changed. */
function failedCard(context: CommandContext): GenerationShape | null {
  const card = context.session.board.getGeneration(soleCard(context) ?? '')
  return card && card.edit === null && commonFailure(card.images) !== null ? card : null
}

/** Opens the bar with what was asked for a card that failed, at once where it has no named references. */
async function write(context: CommandContext): Promise<void> {
  const card = failedCard(context)
  if (!card) return
  const { session } = context
  try {
    const references = await referencesOf(card)
    composeDraftsOf(session.board.projectId).put('bar', draftOf(card, references))
    openPromptBar(session)
  } catch (error) {
    const description = errorMessage(error, attachmentTexts.referencesFailed)
    showToast({ kind: 'error', title: boardTexts.error, description })
  }
}

/** The ways on from a card whose images all failed alike. */
export const failedCardCommands: readonly BoardCommand[] = [
  {
    id: 'change-words',
    group: 'card',
    icon: PenLine,
    label: () => boardTexts.changeWords,
    keys: [],
    canRun: (context) => failedCard(context) !== null,
    run: (context) => void write(context),
  },
  {
    id: 'other-model',
    group: 'card',
    icon: Shapes,
    label: () => boardTexts.otherModel,
    keys: [],
    canRun: (context) => failedCard(context) !== null,
    async run(context) {
      await write(context)
      // Once the bar has been rendered with the words.
      requestAnimationFrame(() => document.querySelector<HTMLElement>('.prompt-bar .model-chip')?.click())
    },
  },
]
