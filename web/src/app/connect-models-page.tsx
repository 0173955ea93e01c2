import { useSession } from '#web/data/use-session.ts'
import { PageTitle } from '#web/features/activity/page-title.tsx'
import { ConnectModels } from '#web/features/models/connect-models.tsx'
import { appTexts } from './texts.ts'
import { TopBar } from './top-bar.tsx'

/** What switches each provider of models on. */
export function ConnectModelsPage() {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  return (
    <>
      <PageTitle title={appTexts.titles.connectModels} />
      <TopBar user={session.user} />
      <main className="px-8 pt-[120px] pb-24 max-sm:px-4 max-sm:pt-[72px]">
        <ConnectModels />
      </main>
    </>
  )
}
