import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AssetShape } from '#contract/cards/asset.ts'
import { recentAssetsQuery } from '#web/data/assets/assets.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { LoadFailedLine } from '#web/ui/page-states.tsx'
import { editPageTexts } from './texts.ts'

/** The newest images of the user: a press takes one. Renders nothing without images. */
export function RecentPictures({ onUse }: { onUse(asset: AssetShape): void }) {
  const { data: assets, isError, refetch } = useQuery(recentAssetsQuery)
  if (!assets && isError) return <LoadFailedLine text={editPageTexts.failed} onTryAgain={() => void refetch()} />
  if (!assets || assets.length === 0) return null
  return (
    <section className="grid gap-2 px-2">
      <div className="flex items-center justify-between">
        <h2 className="font-medium text-13 text-muted">{editPageTexts.recent}</h2>
        <Link to="/assets" className="button button-quiet button-small">
          {editPageTexts.allAssets}
        </Link>
      </div>
      <div className="scroll-row flex gap-1.5">
        {assets.map((asset) => (
          <button
            className="h-[108px] flex-none overflow-hidden rounded-8 focus-visible:-outline-offset-2"
            key={asset.id}
            type="button"
            aria-label={editPageTexts.use(asset.prompt)}
            style={{ aspectRatio: asset.width / asset.height, backgroundColor: asset.averageColor ?? undefined }}
            onClick={() => onUse(asset)}
          >
            <img className="size-full object-cover" src={imageAddress(asset.id, 256)} alt="" draggable={false} />
          </button>
        ))}
      </div>
    </section>
  )
}
