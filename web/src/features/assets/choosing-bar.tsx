import { Button } from '#web/ui/button.tsx'
import { assetTexts } from './texts.ts'

type ChoosingBarProps = {
  count: number
  onUse(): void
  onCancel(): void
}

/** How many pictures are chosen for the prompt, and the way back with or without them. */
export function ChoosingBar({ count, onUse, onCancel }: ChoosingBarProps) {
  return (
    <div role="toolbar" aria-label={assetTexts.selection} className="asset-bar asset-bar-choosing island">
      <b className="tabular-nums" role="status">
        {assetTexts.chosen(count)}
      </b>
      <Button kind="quiet" size="small" onClick={onCancel}>
        {assetTexts.cancel}
      </Button>
      <Button kind="solid" size="small" reason={count === 0 ? assetTexts.useNothing : null} onClick={onUse}>
        {assetTexts.use(count)}
      </Button>
    </div>
  )
}
