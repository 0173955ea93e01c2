import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { appTexts } from './texts.ts'

/** Stands where a page threw, or where its code could not be loaded. */
export function BrokenPage() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState level={1} title={appTexts.broken.title} text={appTexts.broken.text}>
        <Button kind="line" onClick={() => location.reload()}>
          {appTexts.broken.action}
        </Button>
      </EmptyState>
    </main>
  )
}
