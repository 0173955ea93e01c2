import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { assetTexts } from './texts.ts'

/** As many as the specification has. */
const placeholders = Array.from({ length: 10 }, (_, place) => place)

/** Stands where the images will be, at their final height. */
export function AssetPlaceholders() {
  return (
    <div role="status" aria-label={assetTexts.loading} className="asset-placeholders">
      {placeholders.map((place) => (
        <span key={place} className="shimmer" />
      ))}
    </div>
  )
}

/** The list could not be read; the title is the specification's. */
export const AssetsFailed = ({ onTryAgain }: { onTryAgain(): void }) => (
  <LoadFailed title={assetTexts.empty} text={assetTexts.failed} onTryAgain={onTryAgain} />
)

/** Nothing was made yet. */
export function NoAssets() {
  return (
    <EmptyState title={assetTexts.empty} text={assetTexts.emptyText}>
      <Link to="/image" className={buttonClass('go')}>
        {assetTexts.emptyAction}
      </Link>
    </EmptyState>
  )
}

/** There are images, but none that fits. */
export function NoHit({ onClear }: { onClear(): void }) {
  return (
    <EmptyState title={assetTexts.noHit} text={assetTexts.noHitText}>
      <Button kind="line" onClick={onClear}>
        {assetTexts.clear}
      </Button>
    </EmptyState>
  )
}
