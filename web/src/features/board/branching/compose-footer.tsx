import type { ModelShape } from '#contract/model.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { Button } from '#web/ui/button.tsx'
import { branchingTexts } from './texts.ts'

type ComposeFooterProps = {
  model: ModelShape | null
  /** Why Go can't be pressed; null when it can. */
  reason: string | null
  onCancel(): void
  onGo(): void
}

/** What it will be and cost, and the two ways out of the panel. */
export function ComposeFooter({ model, reason, onCancel, onGo }: ComposeFooterProps) {
  const hundredths = (model?.stats.credits ?? 0) * imagesPerGeneration
  const credits = (hundredths / 100).toFixed(2)
  const price = hundredths === 0 ? branchingTexts.images : branchingTexts.price(branchingTexts.images, credits)
  return (
    <footer>
      <span className="mr-auto text-12 text-muted tabular-nums">{price}</span>
      <Button kind="quiet" size="small" onClick={onCancel}>
        {branchingTexts.cancel}
      </Button>
      <Button
        kind="go"
        size="small"
        className="min-w-16 justify-center"
        reason={reason}
        aria-label={`${branchingTexts.go}, ${price}`}
        data-tooltip-keys={reason ? undefined : branchingTexts.goKeys}
        onClick={onGo}
      >
        {branchingTexts.go}
      </Button>
    </footer>
  )
}
