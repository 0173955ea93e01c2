import { useCredits } from '#web/data/use-credits.ts'
import { UsageScreen } from '#web/features/usage/usage-screen.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { appTexts } from './texts.ts'
import { ToolPage } from './tool-page.tsx'

/** What credits went to; nothing where the operator has switched them off. */
export function UsagePage() {
  const credits = useCredits()
  if (credits === null) return <NotFoundPage />
  return (
    <ToolPage title={appTexts.titles.usage}>
      {credits ? <UsageScreen credits={credits} /> : <PageSpinner label={appTexts.loading} />}
    </ToolPage>
  )
}
