import { useState } from 'react'
import { possibleGenerationIds } from '#domain/generation/image-id.ts'
import { imageAddress, uploadAddress } from '#web/data/image-address.ts'
import { useBoardView } from '../../board-context.ts'

/** A reference by its id, which does not say whether it is an upload or an image; an image of this board is known by its card. */
export function ReferenceThumbnail({ id, label }: { id: string; label: string }) {
  const { board } = useBoardView()
  const [isUpload, setUpload] = useState(() => !possibleGenerationIds(id).some((cardId) => board.cards.has(cardId)))
  return (
    <img
      className="reference-thumbnail"
      src={isUpload ? uploadAddress(id, 64) : imageAddress(id, 64)}
      alt={label}
      draggable={false}
      onError={() => setUpload(false)}
    />
  )
}
