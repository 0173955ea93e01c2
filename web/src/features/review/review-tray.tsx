import { sharedImageAddress } from '#web/data/shared/shared-images.ts'
import { useStore } from '#web/data/store.ts'
import { toggleGathered } from '#web/viewing/compare/gathered.ts'
import { GatheredTray } from '#web/viewing/compare/gathered-tray.tsx'
import type { Review } from './review-state.ts'

/** The pictures that a visitor has gathered for a comparison; nothing while there are none. */
export function ReviewTray({ review }: { review: Review }) {
  const { id: linkId, gathered, compared } = review
  const ids = useStore(gathered)
  if (ids.length === 0) return null
  return (
    <GatheredTray
      pictures={ids.map((id) => ({ id, address: sharedImageAddress(linkId, id, 64) }))}
      onTakeOut={(id) => toggleGathered(gathered, id)}
      onClear={() => gathered.set([])}
      onCompare={() => compared.set(ids)}
    />
  )
}
