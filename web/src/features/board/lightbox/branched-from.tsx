import type { GenerationShape } from '#contract/generation.ts'
import { imageAddress } from '#web/data/image-address.ts'
import { useBoardView } from '../board-context.ts'
import { lightboxTexts } from './texts.ts'

/** The picture that this one was branched from; a press shows it. Nothing where there is none, or where it is gone. */
export function BranchedFrom({ generation }: { generation: GenerationShape }) {
  const { board, viewing } = useBoardView()
  const { parentGenerationId, parentImageId } = generation
  const parent = parentGenerationId === null ? undefined : board.getGeneration(parentGenerationId)
  const image = parent?.images.find(({ id }) => id === parentImageId)
  if (!parent || !image) return null
  const show = () => {
    const now = viewing.get()
    if (now) viewing.set({ ...now, cardId: parent.id, imageId: image.id })
  }
  return (
    <button type="button" className="branched-from" onClick={show}>
      <img src={imageAddress(image.id, 256)} alt="" />
      <span className="min-w-0">
        <span className="block text-12 text-muted">{lightboxTexts.branchedFrom}</span>
        <span className="flex font-medium text-13">
          <span className="truncate">{parent.prompt}</span>
          <span className="flex-none">{lightboxTexts.parentPlace(image.orderNum + 1)}</span>
        </span>
      </span>
    </button>
  )
}
