import { Share2 } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { BoardView } from '../board-view.ts'
import { shareTexts } from '../sharing/share-texts.ts'

/** Opens what makes links for review. */
export const ShareButton = ({ view }: { view: BoardView }) => (
  <IconButton
    label={shareTexts.share}
    data-shares
    // Beside the pill of what runs a phone has no room for it.
    className="max-sm:[[role=status]:not(:empty)~&]:hidden"
    onClick={() => view.sharing.set({ generationId: null })}
  >
    <Share2 />
  </IconButton>
)
