import { useQuery } from '@tanstack/react-query'
import { creditsQuery } from '#web/data/credits.ts'
import { usageTexts } from '#web/features/usage/texts.ts'
import { UsageScreen } from '#web/features/usage/usage-screen.tsx'
import { LoadFailed, PageSpinner } from '#web/ui/page-states.tsx'
import { appTexts } from '../texts.ts'
import { ToolPage } from '../top-bar.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** The cost of images; not found where credits are off. */
export function UsagePage() {
  const { data: credits, isError, refetch } = useQuery(creditsQuery)
  if (credits === null) return <NotFoundPage />
  return (
    <ToolPage title={appTexts.titles.usage}>
      {credits && <UsageScreen credits={credits} />}
      {!credits && !isError && <PageSpinner label={appTexts.loading} />}
      {!credits && isError && (
        <main className="grid min-h-dvh place-items-center">
          <LoadFailed level={1} {...usageTexts.failed} onTryAgain={() => void refetch()} />
        </main>
      )}
    </ToolPage>
  )
}
